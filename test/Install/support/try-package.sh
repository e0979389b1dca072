#!/usr/bin/env bash
# Installs a package into a bare Debian and uses it there as a new user would; needs root. Not part of ./dev test.
# usage: try-package.sh ROOT DEB     ROOT is a fresh folder of `debootstrap --variant=minbase`, of DEB's release
set -euo pipefail
root=$1 deb=$2 here=$(cd "$(dirname "$0")" && pwd) top=$(cd "$(dirname "$0")/../../.." && pwd)
unmount() { for m in dev/pts dev sys proc; do umount -l "$root/$m" 2>/dev/null || true; done; }
trap unmount EXIT
unmount
mount -t proc proc "$root/proc"
mount --bind /sys "$root/sys"
mount --bind /dev "$root/dev"
mount -t devpts devpts "$root/dev/pts" 2>/dev/null || true
rm -rf "$root/try"
mkdir -p "$root/try"
cp -r "$deb" "$top/README.md" "$top/docs" "$top/test/Docs/support/run_page.py" "$here/in-package.sh" "$root/try/"
chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive \
  bash /try/in-package.sh
