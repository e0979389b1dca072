# complete.fish SCRIPT...: for each line of lines.txt, what fish offers at its end once the scripts were sourced.
for script in $argv
    source $script
end
for line in (cat (dirname (status filename))/lines.txt)
    set -l offered (complete -C $line | string replace -r '\t.*' '' | sort)
    echo "$line: $offered"
end
