# complete.bash SCRIPT...: for each line of lines.txt, what bash offers at its end once the scripts were sourced.
for script; do source "$script"; done
compopt() { :; } # works only while a person completes
while IFS= read -r line; do
  # As bash itself cuts a line: `=` is a word.
  read -ra COMP_WORDS <<<"${line//=/ = }"
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  function=$(complete -p "${COMP_WORDS[0]}" | sed -E 's/.*-F ([^ ]+) .*/\1/')
  COMPREPLY=()
  "$function"
  printf '%s: %s\n' "$line" "$(printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' ' | sed 's/ $//')"
done < "${BASH_SOURCE[0]%/*}/lines.txt"
