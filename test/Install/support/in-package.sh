#!/usr/bin/env bash
# What try-package.sh does inside of the bare Debian.
set -euo pipefail
cd /try
say() { printf '== %s\n' "$*"; }
fail() { printf 'try-package: %s\n' "$*" >&2; exit 1; }
example=/usr/share/doc/agentc/examples/sales-agent
call() {
  agentc run "$example" --tool check_inventory --input '{"productId": "SKU-1"}' | grep -q Hamburg ||
    fail 'the call fails'
}

say 'apt-get install'
apt-get update -q >/dev/null
apt-get install -y -q ./agentc_*.deb >install.log 2>&1 || { tail -n 30 install.log; fail 'it cannot be installed'; }
agentc --version
agentc-tool-run --version
call

say 'what the pages say'
apt-get install -y -q --no-install-recommends git jq python3 >/dev/null 2>&1
for page in README.md docs/tutorial.md docs/how-to/*.md; do
  rm -rf page; mkdir page
  [[ $page != README.md && $page != docs/tutorial.md ]] || ln -s /try/docs page/docs
  python3 run_page.py "$page" /usr/bin page
done
test -s /usr/share/doc/agentc/html/reference/rules/eval-call.html

say 'the network'
mkdir served; echo '{"ok": true}' >served/index.html
python3 -c 'import http.server, os
os.chdir("served")
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
open("../port", "w").write(str(server.server_port))
server.handle_request()' 2>/dev/null &
until [[ -s port ]]; do sleep 0.1; done
echo 'module.exports = async (input) => (await fetch(input.url)).json();' >fetcher.js
agentc run fetcher.js --allow-host "it.example:$(<port)" --resolve "it.example:$(<port):127.0.0.1" \
  --input "{\"url\": \"http://it.example:$(<port)/\"}" | grep -q '"ok": true' || fail 'no network'

say 'dpkg -r'
dpkg -r agentc >/dev/null
[[ ! -e /usr/lib/agentc ]] || fail 'files are left in /usr/lib/agentc'
say 'all is well'
