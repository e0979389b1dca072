"""move-attestation.py FROM PACKAGE OUT: gives a package another one's attestation."""
import sys
import zipfile

from canonical_zip import canonical

ATTESTATION = 'agentc/attestation.json'
source, package, out = sys.argv[1:]
with zipfile.ZipFile(package) as archive:
    files = {name: archive.read(name) for name in archive.namelist()}
with zipfile.ZipFile(source) as archive:
    files[ATTESTATION] = archive.read(ATTESTATION)
with open(out, 'wb') as file:
    file.write(canonical(files))
