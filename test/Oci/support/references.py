"""references.py AGENTC PACKAGE: prints how `agentc push --dry-run` reads references, of which some are none."""
import subprocess
import sys

digest = 'a' * 64
for reference in (
    'registry.example/shop:1', 'oci://registry.example/shop:1', 'Registry.Example:5000/a/b-c/d__e.f:v_1.2-3',
    'localhost/shop:1', '127.0.0.1:5000/shop:1', 'docker.io/shop:1', 'index.docker.io/team/shop:1',
    'registry.example/a---b:1', 'oci:a/b:c:1', 'shop:1', 'team/shop:1', 'registry.example/:1',
    'registry.example/Shop:1', 'registry.example/a..b:1', 'registry.example/a___b:1', 'registry.example/a/:1',
    'registry.example//a:1', 'registry.example/a/../b:1', 'registry.example/a?b:1', 'registry.example/a\r\nb:1',
    'https://registry.example/shop:1', 'anna@registry.example/shop:1', 'registry.example:/shop:1',
    'registry.example:5a/shop:1', '-a.example/shop:1', '[::1]:5000/shop:1', 'registry.example/shop:-1',
    'registry.example/shop:' + '1' * 129, 'registry.example/' + 'a' * 255 + ':1', 'registry.example/shop',
    f'registry.example/shop@sha256:{digest}', 'registry.example/shop@sha256:abc',
    f'registry.example/shop@sha512:{digest * 2}', 'oci::1'):
    done = subprocess.run([sys.argv[1], 'push', '--dry-run', '--', sys.argv[2], reference], capture_output=True,
                          text=True)
    said = done.stdout.splitlines()[0].split(': would be')[0] if done.stdout else done.stderr.strip()
    print(reference.replace('\r\n', '\\r\\n') + ': ' + said.removeprefix('agentc: '))
