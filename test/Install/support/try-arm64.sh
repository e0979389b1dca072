#!/usr/bin/env bash
# Starts Debian 12 for arm64 in an emulated machine, whose kernel has the sandbox's walls, and does there what the npm
# page says. Needs root, mmdebstrap, cpio, qemu-system-arm and a network. Not part of ./dev test.
# usage: try-arm64.sh FOLDER PACKAGES NODE    PACKAGES a folder of *.tgz, NODE Node's program for arm64
set -euo pipefail
folder=$1 packages=$(realpath "$2") node=$(realpath "$3") here=$(cd "$(dirname "$0")" && pwd)
nodes=$(realpath "$here/../nodes/node_modules") top=$(cd "$here/../../.." && pwd)
rm -rf "$folder"; mkdir -p "$folder"
# Unpacked only: this machine cannot run the packages' scripts.
mmdebstrap --quiet --variant=extract --architectures=arm64 \
  --include=coreutils,dash,grep,libatomic1,libc-bin,libcurl4,libstdc++6,linux-image-cloud-arm64,mount,sed \
  bookworm "$folder/root"
mkdir -p "$folder/root/try/project" "$folder/root/dev" "$folder/root/proc" "$folder/root/sys" "$folder/root/tmp"
mv "$folder"/root/boot/vmlinuz-* "$folder/kernel"
rm -rf "$folder"/root/{boot,lib/modules,usr/share,var/cache,var/lib/apt}
cp -r "$nodes/npm" "$folder/root/try/npm"
install "$node" "$folder/root/usr/bin/node"
ln -s /try/npm/bin/npx-cli.js "$folder/root/usr/bin/npx"
cp "$top/tools/npm/agentc/README.md" "$here/use-npm.sh" "$folder/root/try"
echo '{"private": true, "type": "module"}' >"$folder/root/try/project/package.json"
(
  cd "$folder/root/try/project"
  PATH=$nodes/node-24/bin:$nodes/.bin:$PATH
  node "$here/registry.mjs" "$packages" \
    npm install --cpu=arm64 --os=linux --libc=glibc --ignore-scripts --loglevel=error agentc
)
cp "$here/client.mjs" "$folder/root/try/project"
install "$here/init-arm64.sh" "$folder/root/init"
(cd "$folder/root" && find . | cpio --quiet -o -H newc) >"$folder/root.cpio"
# The whole root is the initial file system: its archive and what is unpacked of it have to fit into memory.
timeout 1800 qemu-system-aarch64 -machine virt,gic-version=3 -cpu max,pauth-impdef=on -smp 2 -m 4096 \
  -kernel "$folder/kernel" -initrd "$folder/root.cpio" -append 'console=ttyAMA0 rdinit=/init panic=-1 quiet' \
  -nographic -no-reboot -nic none | tee "$folder/log"
grep -q '^== all of it works' "$folder/log"
