"""run.py --bin FOLDER --node24 NODE [--write FILE] [--rounds N]: measures agentc beside Node and tree-sitter, and prints a page."""
import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import extracting
import reading
import sandbox
import slow_servers

HANDLER = '''
/** Prices for the goods of shelf {n}, in cents, with the discount that the amount earns. */
function priceOfShelf{n}(goods, amount) {{
  const prices = {{ apple: {n}, pear: {n} + 2, plum: {n} * 3, 'dried fig': 40 }};
  const price = prices[goods] ?? 0;
  if (amount > 100) return Math.round(price * amount * 0.9);
  const words = [`shelf {n}`, goods.toUpperCase(), String(amount)].filter(Boolean);
  return {{ label: words.join(' / '), total: price * amount, currency: 'EUR' }};
}}
'''
MANIFEST = '{"name": "@bench/prices", "version": "1.0.0", "main": "index.js"}\n'


def make_bundles(folder):
    """Two bundles: one whose entry has 20 KB, one with a trivial handler."""
    large, trivial = folder / 'large', folder / 'trivial'
    for bundle in (large, trivial):
        bundle.mkdir()
        (bundle / 'package.json').write_text(MANIFEST)
    parts, n = [], 0
    while sum(map(len, parts)) < 20 * 1024:
        parts.append(HANDLER.format(n=n))
        n += 1
    names = ', '.join(f'priceOfShelf{i}' for i in range(n))
    parts.append(f'const shelves = [{names}];\n'
                 'module.exports = async (input, ctx) => shelves[0](input.goods, input.amount);\n')
    (large / 'index.js').write_text(''.join(parts))
    (trivial / 'index.js').write_text('module.exports = async (input) => input.a + input.b;\n')
    return large, trivial


def spawn(command):
    """Wall time of one run in ms, from spawn to exit."""
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=silent)
    _, status = os.waitpid(child, 0)
    elapsed = (time.perf_counter() - start) * 1000
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f'bench: this failed: {" ".join(map(str, command))}')
    return elapsed


def measure(cases, rounds):
    """Median by case; the rounds go through all cases in turn, so that a slow spell of the machine meets all."""
    times = {name: [] for name in cases}
    for turn in range(rounds + 3):
        for name, command in cases.items():
            elapsed = spawn(command)
            if turn >= 3:
                times[name].append(elapsed)
    return {name: (statistics.median(list), min(list)) for name, list in times.items()}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def processor():
    for line in pathlib.Path('/proc/cpuinfo').read_text().splitlines():
        if line.startswith('model name'):
            return line.split(':', 1)[1].strip()
    return platform.machine()


def page(results, references, commands):
    lines = ['# Benchmarks', '',
             'Made by `./dev bench`: wall time from starting a process to its end, median of runs taken in turn, with the',
             'best one beside it. Ratios travel between machines, milliseconds do not.', '',
             f'{processor()}, {os.cpu_count()} cores, {platform.freedesktop_os_release()["PRETTY_NAME"]}.', '',
             '| command | median | best |' + ''.join(f' of {name} |' for name in references),
             '|---|---:|---:|' + '---:|' * len(references)]
    for name, (median, best) in results.items():
        ratios = ''.join(f' {median / results[r][0]:.2f} |' for r in references)
        lines.append(f'| {commands.get(name, name)} | {median:.1f} ms | {best:.1f} ms |{ratios}')
    return '\n'.join(lines) + '\n'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    parser.add_argument('--node24', required=True)
    parser.add_argument('--write')
    parser.add_argument('--rounds', type=int, default=40)
    parser.add_argument('--reading-rounds', type=int, default=5)
    options = parser.parse_args()
    agentc = str(pathlib.Path(options.bin).resolve() / 'agentc')
    node24 = str(pathlib.Path(options.node24).resolve())
    corpus = pathlib.Path(__file__).resolve().parent.parent / 'Corpus'

    with tempfile.TemporaryDirectory() as temporary:
        large, trivial = map(str, make_bundles(pathlib.Path(temporary)))
        node = shutil.which('node')
        references = {}
        if node:
            references[f'Node {output(node, "--version").lstrip("v")}'] = [node, '-e', '0']
        references[f'Node {output(node24, "--version").lstrip("v")}'] = [node24, '-e', '0']
        cases = {name: command for name, command in references.items()}
        cases['version'] = [agentc, '--version']
        cases['validate'] = [agentc, 'validate', '--no-load-test', large]
        cases['extract'] = [agentc, 'extract-config', large]
        cases['run'] = [agentc, 'run', trivial, '--input', '{"a": 1, "b": 2}']
        commands = {name: f'`node -e 0`, {name}' for name in references}
        commands['version'] = '`agentc --version`'
        commands['validate'] = '`agentc validate --no-load-test`, 20 KB bundle'
        commands['extract'] = '`agentc extract-config`, the same'
        commands['run'] = '`agentc run`, trivial handler, cold'
        text = page(measure(cases, options.rounds), list(references), commands)
        lines = sandbox.measure(str(pathlib.Path(options.bin).resolve() / 'agentc-tool-run'), node24)
        lines += slow_servers.page(str(pathlib.Path(options.bin).resolve() / 'agentc-tool-run'))
        lines += reading.page(str(pathlib.Path(options.bin).resolve() / 'bench-reading'), corpus / 'node_modules',
                             [node24, corpus / 'support/corpus.mjs', agentc, '--every', '20'], HANDLER,
                             pathlib.Path(temporary), options.reading_rounds)
        lines += extracting.page(str(pathlib.Path(options.bin).resolve() / 'bench-reading'), agentc, spawn,
                                 pathlib.Path(temporary), options.reading_rounds)
        text += '\n'.join(lines) + '\n'
    print(text, end='')
    if options.write:
        pathlib.Path(options.write).write_text(text)


if __name__ == '__main__':
    main()
