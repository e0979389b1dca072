#!/bin/sh
# What try-npm.sh does inside of the root.
set -eu
glibc=$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)
. /etc/os-release
for node in /try/nodes/node_modules/node-*; do
  PATH=$node/bin:/try/nodes/node_modules/.bin:/usr/sbin:/usr/bin:/sbin:/bin
  export PATH
  version=$(node --version)
  echo "== $PRETTY_NAME, glibc $glibc, Node $version"
  rm -rf project
  mkdir project
  cd project
  echo '{"private": true, "type": "module"}' >package.json
  node ../registry.mjs ../packages npm install --ignore-scripts --loglevel=error agentc
  if [ "$(printf '%s\n' 2.36 "$glibc" | sort -V | head -n 1)" = 2.36 ]; then
    sh -e ../use-npm.sh ../README.md >used.log 2>&1 || { cat used.log; exit 1; }
    cp ../client.mjs .
    node client.mjs
  else
    code=0
    said=$(npx agentc --version 2>&1) || code=$?
    echo "exit code $code: $said"
    case $code:$said in
      2:*"agentc needs glibc 2.36 or newer"*"this system has glibc $glibc") [ "$(echo "$said" | wc -l)" = 1 ] ;;
      *) exit 1 ;;
    esac
  fi
  cd ..
done
