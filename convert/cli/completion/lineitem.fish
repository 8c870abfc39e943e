# lineitem in fish: lineitem completion fish > ~/.config/fish/completions/lineitem.fish
complete -c lineitem -a '(lineitem complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
