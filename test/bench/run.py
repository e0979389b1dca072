"""run.py --bin FOLDER --node24 NODE [--write FILE] [--quick] [--only SECTION]: measures agentc beside others, and
prints a page."""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import defaults
import extracting
import linting
import profiles
import programs
import reading
import sandbox
from measuring import Effort, machine

HERE = pathlib.Path(__file__).resolve().parent

# The page, in its order; then what was measured apart, which is kept as it is.
SECTIONS = {
    'starting': programs.page_of_starts,
    'linting': linting.page,
    'defaults': defaults.page,
    'profiles': profiles.page,
    'bundles': programs.page_of_bundles,
    'sandbox': sandbox.page,
    'reading': reading.page,
    'refused': reading.page_of_refused,
    'extracting': extracting.page,
}
APART = '## Measured apart\n'
EFFORT, QUICK = Effort(rounds=20, seconds=3, least=3), Effort(rounds=3, seconds=1, least=1)


class Bench:
    """What is measured and with what."""

    def __init__(self, bin, node24, effort, scratch):
        self.effort, self.scratch = effort, scratch
        self.agentc, self.tool_run, self.reading = (
            bin / name for name in ('agentc', 'agentc-tool-run', 'bench-reading')
        )
        self.node24 = node24
        self.engine_node = str(bin.parent / 'lib/agentc/node')
        self.modules = HERE / 'node_modules'
        self.packages = HERE.parent / 'Corpus/node_modules'
        self.workerd = next(self.modules.glob('@cloudflare/workerd-linux-*/bin/workerd'))
        self.versions = json.loads((HERE / 'package.json').read_text())['devDependencies']
        self.versions['Node'] = version(node24)
        self.engine_version = version(self.engine_node)
        self.nodes = {version(node): node for node in (shutil.which('node'), node24, self.engine_node) if node}

    def program(self, package, path):
        """A program of an npm package, as Node runs it."""
        return [self.node24, self.modules / package / path]


def version(node):
    return subprocess.run([node, '--version'], capture_output=True, text=True, check=True).stdout.strip().lstrip('v')


def head(bench, options):
    others = ', '.join(f'{name} {number}' for name, number in sorted(bench.versions.items()))
    effort = 'few, since it was `--quick`' if options.quick else f'{bench.effort.least} to {bench.effort.rounds}'
    return [
        '# Benchmarks',
        '',
        (
            'Made by `./dev bench`: wall time from starting a process to its end, median of runs taken in turn. Ratios'
            ' travel between'
        ),
        f'machines, milliseconds do not. Runs of each: {effort}.',
        '',
        f'{machine()}. {others}.',
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument('--node24', type=lambda path: str(pathlib.Path(path).resolve()), required=True)
    parser.add_argument('--write', type=pathlib.Path)
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--only', choices=SECTIONS, action='append')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        bench = Bench(options.bin, options.node24, QUICK if options.quick else EFFORT, pathlib.Path(temporary))
        lines = head(bench, options)
        for name, page in SECTIONS.items():
            if not options.only or name in options.only:
                print(f'bench: {name}', file=sys.stderr, flush=True)
                lines += page(bench)
    text = '\n'.join(lines) + '\n'
    if options.only:
        print(text, end='')
        return
    print(text, end='')
    if options.write:
        _, heading, apart = options.write.read_text().partition(APART)
        options.write.write_text(text + '\n' + heading + apart)


if __name__ == '__main__':
    main()
