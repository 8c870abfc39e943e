# lineitem in fish: lineitem completion fish > ~/.config/fish/completions/lineitem.fish
function __lineitem_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l found ($words[1] complete -- $words[2..] "$word" 2>/dev/null)
    set -l flag (string match -r -- '^-[^=]*=' "$word")
    set -l value (string replace -- "$flag" '' "$word")
    switch "$found[1]"
        case :file
            set found (__fish_complete_path "$value")
        case :folder
            set found (__fish_complete_directories "$value")
    end
    for candidate in $found
        echo -- "$flag$candidate"
    end
end
complete -c lineitem -f -a '(__lineitem_complete)'
