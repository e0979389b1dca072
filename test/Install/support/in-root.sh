#!/usr/bin/env bash
# Runs a command as root in the folder /try of a root, where /proc, /sys and /dev are the machine's own. Needs root.
# usage: in-root.sh ROOT COMMAND...
set -euo pipefail
root=$1; shift
unmount() { for m in dev/pts dev sys proc; do umount -l "$root/$m" 2>/dev/null || true; done; }
trap unmount EXIT
unmount
mount -t proc proc "$root/proc"
mount --bind /sys "$root/sys"
mount --bind /dev "$root/dev"
mount -t devpts devpts "$root/dev/pts" 2>/dev/null || true
chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb \
  DEBIAN_FRONTEND=noninteractive \
  sh -c 'cd /try && exec "$@"' in-root "$@"
