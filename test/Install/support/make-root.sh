#!/usr/bin/env bash
# Makes a minimal root of a release of Debian or Ubuntu, with what agentc's npm packages ask of a system. Needs root,
# mmdebstrap and a network.
# usage: make-root.sh bookworm|trixie|jammy|noble FOLDER
set -euo pipefail
release=$1 folder=$2
keys=http://archive.ubuntu.com/ubuntu/pool/main/u/ubuntu-keyring/ubuntu-keyring_2023.11.28.1_all.deb
keys_digest=36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8
from=("$release" "$folder")
if [[ $release == jammy || $release == noble ]]; then
  # Debian 12 has no package of Ubuntu's keys.
  kept=$(mktemp -d)
  trap 'rm -rf "$kept"' EXIT
  curl -fsS -o "$kept/keys.deb" "$keys"
  echo "$keys_digest  $kept/keys.deb" | sha256sum --check --quiet
  dpkg-deb -x "$kept/keys.deb" "$kept"
  from=("--keyring=$kept/usr/share/keyrings/ubuntu-archive-keyring.gpg" "${from[@]}" http://archive.ubuntu.com/ubuntu)
fi
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libatomic1,libcurl4,libstdc++6 "${from[@]}"
