#!/usr/bin/env bash
# Installs agentc's npm packages in a minimal root, with Node 20, 22 and 24, and does what the npm page says; where
# glibc is older than they need, it must be said in one line. Needs root. Not part of ./dev test.
# usage: try-npm.sh ROOT PACKAGES     ROOT as make-root.sh makes it, PACKAGES a folder of *.tgz
set -euo pipefail
root=$1 packages=$2 here=$(cd "$(dirname "$0")" && pwd) top=$(cd "$(dirname "$0")/../../.." && pwd)
rm -rf "$root/try"
mkdir -p "$root/try/packages" "$root/try/nodes"
cp "$packages"/*.tgz "$root/try/packages"
cp "$top/tools/npm/agentc/README.md" "$here/registry.mjs" "$here/in-npm.sh" "$here/use-npm.sh" \
  "$here/client.mjs" "$root/try"
cp -r "$top/test/Install/nodes/node_modules" "$root/try/nodes"
"$here/in-root.sh" "$root" sh in-npm.sh
