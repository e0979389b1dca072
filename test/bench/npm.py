"""npm.py PACKAGES [--runs N]: the packages of `./dev npm`, a folder of *.tgz, installed beside oxlint in an empty
folder: the time of `--version` by `npx`, by Node and as a program, in turn, and the size of the packages."""
import argparse
import json
import pathlib
import platform
import statistics
import subprocess
import tempfile

from measuring import spawn_for, table

HERE = pathlib.Path(__file__).parent


def npm(folder, *words):
    done = subprocess.run(['npm', *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def install(folder, packages):
    locked = json.loads((HERE / 'package.json').read_text())['devDependencies']['oxlint']
    (folder / 'package.json').write_text('{"private": true}\n')
    files = [str(path.resolve()) for path in sorted(packages.glob('*.tgz'))]
    npm(folder, 'install', '--ignore-scripts', '--no-audit', '--no-fund', *files, f'oxlint@{locked}')
    return locked


def sizes(folder, packages, locked):
    """By package: packed and unpacked bytes, of those that this machine installs."""
    binding = next(path.name for path in (folder / 'node_modules/@oxlint').iterdir())
    given = [str(path.resolve()) for path in sorted(packages.glob('*.tgz'))]
    for name in [*given, f'oxlint@{locked}', f'@oxlint/{binding}@{locked}']:
        [packed] = json.loads(npm(folder, 'pack', '--dry-run', '--json', '--ignore-scripts', name))
        yield packed['name'], packed['size'], packed['unpackedSize']


def commands(folder):
    machine = 'x64' if platform.machine() == 'x86_64' else 'arm64'
    modules = folder / 'node_modules'
    binary = next((modules / '@agentc').glob(f'linux-{machine}/bin/agentc'))
    return {
        '`npx agentc --version`': ['npx', 'agentc', '--version'],
        '`npx oxlint --version`': ['npx', 'oxlint', '--version'],
        '`node_modules/.bin/agentc --version`': [modules / '.bin/agentc', '--version'],
        '`node_modules/.bin/oxlint --version`': [modules / '.bin/oxlint', '--version'],
        '`agentc --version`, the program alone': [binary, '--version'],
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('packages', type=pathlib.Path)
    parser.add_argument('--runs', type=int, default=20)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        locked = install(folder, arguments.packages)
        cases = commands(folder)
        times = {row: [] for row in cases}
        for run in range(arguments.runs + 1):
            for row, command in cases.items():
                taken = spawn_for(command, folder, 60)
                if run:
                    times[row].append(taken)
        rows = [
            [row, *(f'{statistics.median(column):.1f} ms' for column in zip(*taken))] for row, taken in times.items()
        ]
        print('\n'.join(table(['command', 'by the clock', 'processor time'], rows)))
        print()
        rows = [
            [f'`{name}`', f'{size / 1e6:.2f} MB', f'{unpacked / 1e6:.2f} MB']
            for name, size, unpacked in sizes(folder, arguments.packages, locked)
        ]
        print('\n'.join(table(['package', 'packed', 'unpacked'], rows)))


if __name__ == '__main__':
    main()
