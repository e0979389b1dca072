#!/usr/bin/env bash
# Installs a package into a bare Debian and uses it there as a new user would; needs root. Not part of ./dev test.
# usage: try-package.sh ROOT DEB     ROOT is a fresh folder of `debootstrap --variant=minbase`, of DEB's release
set -euo pipefail
root=$1 deb=$2 here=$(cd "$(dirname "$0")" && pwd) top=$(cd "$(dirname "$0")/../../.." && pwd)
rm -rf "$root/try"
mkdir -p "$root/try"
cp -r "$deb" "$top/README.md" "$top/docs" "$top/test/Docs/support/run_page.py" "$here/in-package.sh" "$root/try/"
"$here/in-root.sh" "$root" bash in-package.sh
