#!/bin/sh
# The first process of the machine that try-arm64.sh starts.
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir /dev/pts
mount -t devpts devpts /dev/pts
mount -t tmpfs tmp /tmp
export HOME=/tmp LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin
export npm_config_progress=false npm_config_update_notifier=false
try() {
  echo "== $(uname -srm), Node $(node --version)"
  node_modules/@agentc/linux-arm64/bin/agentc-tool-run --require-sandbox=full --explain-sandbox
  sh -e /try/use-npm.sh /try/README.md
  node client.mjs
  echo '== all of it works'
}
cd /try/project
(set -e; try) >/dev/console 2>&1
echo o >/proc/sysrq-trigger
sleep 60
