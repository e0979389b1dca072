"""search.py --bin FOLDER --out FOLDER --time S TARGET...: searches with each fuzz target in turn, and prints what came
of it.

What a search finds is kept in OUT/findings, what it reaches in OUT/corpus, its own words in OUT/logs.
`OUT/searched.json` adds up how long each target has been searched with since it was last built anew; --summary prints
only that."""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent.parent
JAVASCRIPT = ('package', 'syntax', 'values', 'waive')
WORDS = {'archive': None, 'ignore': None, 'regex': None, **{target: 'javascript.dict' for target in JAVASCRIPT}}
LENGTHS = {'archive': 65536, 'frames': 16384, 'ignore': 4096, 'regex': 256, 'url': 4096}


def command(options, target):
    corpus = options.out / 'corpus' / target
    corpus.mkdir(parents=True, exist_ok=True)
    seeds = HERE / 'seeds' / target
    if seeds.is_dir():
        shutil.copytree(seeds, corpus, dirs_exist_ok=True)
    words = WORDS.get(target, 'json.dict')
    return [
        str(options.bin / f'fuzz-{target}'),
        f'-max_total_time={options.time}',
        f'-max_len={LENGTHS.get(target, 16384)}',
        '-timeout=10',
        '-rss_limit_mb=2048',
        '-print_final_stats=1',
        '-use_value_profile=0',
        '-reload=0',
        f'-artifact_prefix={options.out}/findings/{target}-',
        *([f'-dict={HERE / words}'] if words else []),
        str(corpus),
    ]


def numbers(log):
    """Executions, reached and all places where code branches, as libFuzzer counts them."""
    done = re.findall(r'^stat::number_of_executed_units: +(\d+)', log, re.M) or re.findall(r'^#(\d+)\s', log, re.M)
    reached = re.findall(r'\bcov: (\d+)', log)
    places = re.search(r'\((\d+) inline 8-bit counters\)', log)
    return int(done[-1]) if done else 0, int(reached[-1]) if reached else 0, int(places[1]) if places else 0


def search(options, target):
    log = options.out / 'logs' / f'{target}.txt'
    before = set((options.out / 'findings').glob(f'{target}-*'))
    begin = time.monotonic()
    with log.open('wb') as file:
        status = subprocess.run(command(options, target), stdout=file, stderr=subprocess.STDOUT, check=False).returncode
    runs, reached, places = numbers(log.read_text(errors='replace'))
    found = sorted(set((options.out / 'findings').glob(f'{target}-*')) - before)
    # Slow inputs are noted by libFuzzer and are not finding: those over the time limit are.
    found = [str(file) for file in found if not file.name.startswith(f'{target}-slow-unit')]
    if status != 0 and not found:
        found = [str(log)]
    return {
        'seconds': round(time.monotonic() - begin),
        'runs': runs,
        'reached': reached,
        'places': places,
        'findings': found,
    }


def row(target, result):
    rate = result['runs'] / max(result['seconds'], 1)
    return (f'{target:12} {result["seconds"]:6} s {result["runs"]:10} runs {rate:8.0f}/s '
            f'{result["reached"]:6} of {result["places"]:6} branches {len(result["findings"]):2} findings')


def add(total, result):
    return {'seconds': total.get('seconds', 0) + result['seconds'], 'runs': total.get('runs', 0) + result['runs'],
            'reached': max(total.get('reached', 0), result['reached']), 'places': result['places'],
            'findings': total.get('findings', []) + result['findings']}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', type=pathlib.Path, required=True)
    parser.add_argument('--out', type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument('--time', type=int, default=60)
    parser.add_argument('--summary', action='store_true')
    parser.add_argument('targets', nargs='*')
    options = parser.parse_args()
    for name in ('findings', 'logs'):
        (options.out / name).mkdir(parents=True, exist_ok=True)
    kept = options.out / 'searched.json'
    totals = json.loads(kept.read_text()) if kept.exists() else {}
    findings = []
    for target in [] if options.summary else options.targets:
        result = search(options, target)
        print(row(target, result), flush=True)
        findings += result['findings']
        totals[target] = add(totals.get(target, {}), result)
        kept.write_text(json.dumps(totals, indent=1) + '\n')
    if options.summary:
        for target in sorted(totals):
            print(row(target, totals[target]))
    for path in findings:
        print(f'found: {path}')
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main())
