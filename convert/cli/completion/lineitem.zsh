#compdef lineitem
# lineitem in zsh: source <(lineitem completion zsh), after compinit
_lineitem() {
    local -a found
    found=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    [[ ${words[CURRENT]} == -*=* ]] && compset -P '*='
    case ${found[1]} in
    :file) _files ;;
    :folder) _files -/ ;;
    ?*) compadd -a found ;;
    esac
}
compdef _lineitem lineitem
