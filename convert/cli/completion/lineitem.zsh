#compdef lineitem
# lineitem in zsh: source <(lineitem completion zsh), after compinit
_lineitem() {
    local -a found
    found=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n ${found[1]} ]]; then
        compadd -a found
    else
        _files
    fi
}
compdef _lineitem lineitem
