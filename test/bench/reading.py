"""Rows of the benchmark page on reading code: time and memory to the end of `evaluate` beside tree-sitter's bare
parse."""
import json
import os
import pathlib
import re
import statistics
import subprocess

from inputs import copy_sources, generated, write_bundle

MEGABYTE = 1_000_000


def make_bundles(folder, packages):
    """(what it is, path) of each bundle; those named in GROWTH come in two sizes."""
    lodash = (packages / 'lodash/lodash.js').read_text()
    copies = lambda count: {f'copy{i}.js': lodash for i in range(count)}
    return {
        '`typescript/lib/typescript.js`': write_bundle(
            folder / 'typescript', {'index.js': (packages / 'typescript/lib/typescript.js').read_text()}),
        '`webpack`, as published': copy_sources(folder / 'webpack', packages / 'webpack'),
        '`undici`, as published': copy_sources(folder / 'undici', packages / 'undici'),
        'generated functions, 1 MB in a file': write_bundle(
            folder / 'small', {'index.js': generated(MEGABYTE)}),
        'generated functions, 10 MB in a file': write_bundle(
            folder / 'large', {'index.js': generated(10 * MEGABYTE)}),
        '2 copies of `lodash.js`': write_bundle(folder / 'two', copies(2)),
        '20 copies of `lodash.js`': write_bundle(folder / 'twenty', copies(20)),
    }


GROWTH = [('generated functions, 1 MB in a file', 'generated functions, 10 MB in a file'),
          ('2 copies of `lodash.js`', '20 copies of `lodash.js`')]


def run(program, mode, folder, cpus, *rules):
    done = subprocess.run([program, mode, folder, *rules], check=True, capture_output=True, text=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, cpus))
    return json.loads(done.stdout)


def measure(program, bundles, rounds):
    """By bundle the runs of each way: the bare parse, reading on one processor, on all. They take turns."""
    every = os.sched_getaffinity(0)
    ways = {'bare': ('bare', {min(every)}), 'one': ('read', {min(every)}), 'all': ('read', every)}
    runs = {name: {way: [] for way in ways} for name in bundles}
    for _ in range(rounds):
        for name, folder in bundles.items():
            for way, (mode, cpus) in ways.items():
                runs[name][way].append(run(program, mode, str(folder), cpus))
    return runs


def median(results, *stages, of=lambda result: result):
    return statistics.median(sum(of(result)[stage] for stage in stages) for result in results)


def used(results, *stages):
    """Time of the processor, which other programs change least."""
    return median(results, *stages, of=lambda result: result['processor'])


TO_THE_END = ('parse', 'resolve', 'evaluate')


def table(runs):
    lines = [
        (
            '| bundle | MB | bare parse | reading, one processor | of bare | all processors | of bare | peak memory, of'
            ' its size | bare parse\'s |'
        ),
        '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ]
    for name, ways in runs.items():
        bytes = ways['bare'][0]['bytes']
        bare, one = used(ways['bare'], 'parse'), used(ways['one'], *TO_THE_END)
        every = median(ways['all'], *TO_THE_END)
        peak, barePeak = (
            statistics.median(result['peakBytes'] for result in ways[way]) / bytes for way in ('all', 'bare')
        )
        lines.append(
            f'| {name} | {bytes / MEGABYTE:.1f} | {bare:.0f} ms | {one:.0f} ms | {one / bare:.2f} | '
            f'{every:.0f} ms | {every / bare:.2f} | {peak:.0f} | {barePeak:.0f} |'
        )
    lines.append('')
    for small, large in GROWTH:
        bytes = runs[large]['bare'][0]['bytes'] / runs[small]['bare'][0]['bytes']
        time = used(runs[large]['one'], *TO_THE_END) / used(runs[small]['one'], *TO_THE_END)
        lines.append(f'- From {small} to {large}: {bytes:.1f} times the bytes take {time:.1f} times the time.')
    return lines


def shares(command):
    """What the corpus says of refused sources, one line a form."""
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.findall(
        r'^(source|esbuild|terser): (\d+) files.*?; (\d+) accepted .*? of them (\d+) refused', output, re.M
    )
    names = {'source': 'as published', 'esbuild': 'minified by esbuild', 'terser': 'minified by terser'}
    lines = ['| sources | accepted by V8 or TypeScript | of them refused |', '|---|---:|---:|']
    return lines + [f'| {names[form]} | {accepted} | {refused} |' for form, _, accepted, refused in found]


def page(bench):
    bundles = make_bundles(bench.scratch / 'reading', bench.packages)
    rounds = bench.effort.least
    return [
        '',
        '## Reading code',
        '',
        (
            'From the open bundle to the end of `evaluate`, beside tree-sitter\'s bare parse of the same bytes on one'
            ' processor;'
        ),
        f'medians of {rounds} runs in turn by `bench-reading`. The processor\'s time on one of them, wall time on all.',
        '',
        *table(measure(bench.reading, bundles, rounds)),
    ]


def page_of_refused(bench):
    corpus = [bench.node24, bench.packages.parent / 'support/corpus.mjs', bench.agentc, '--every', '20']
    return [
        '',
        '## Sources refused',
        '',
        'Of each twentieth source of the corpus (`./dev corpus --every 20`); docs/limits.md says which and why.',
        '',
        *shares(corpus),
    ]
