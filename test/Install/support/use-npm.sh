# sh -e use-npm.sh PAGE: each command of a page's blocks, as they stand there, with a request for those that listen.
sed -n 's/^\$ \(npx [^#]*[^# ]\).*/\1/p' "$1" >commands
[ -s commands ]
while read -r command; do
  echo "\$ $command"
  echo '{"jsonrpc": "2.0", "id": 1, "method": "ping"}' | sh -ec "$command"
done <commands
