# lineitem in bash: source <(lineitem completion bash)
_lineitem() {
    local IFS=$'\n' found
    found=$("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=()
    case $found in
    :file) compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]#=}")) ;;
    :folder) compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "${COMP_WORDS[COMP_CWORD]#=}")) ;;
    *) COMPREPLY=($found) ;;
    esac
}
complete -F _lineitem lineitem
