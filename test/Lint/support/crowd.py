"""crowd.py AGENTC SCRATCH CALLS: lints on one cache at once; some are killed, and the cache is deleted or damaged
meanwhile. What is printed by a call that ended by itself is always the same."""
import concurrent.futures
import pathlib
import random
import shutil
import subprocess
import sys
import time

agentc, scratch, calls = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
tree, cache = scratch / 'tree', scratch / 'cache'
subprocess.run(['git', 'init', '-q', str(tree)], check=True)
for number in range(12):
    folder = tree / f'bundle{number}'
    folder.mkdir(parents=True)
    (folder / 'package.json').write_text(
        '{"name": "b%d", "version": "1.0.0", "main": "index.js", "agentc": {}}' % number
    )
    (folder / 'index.js').write_text(f'module.exports = (input) => eval(input.a{number});\n' * (1 + number))
command = [agentc, 'lint', '--cache-dir', str(cache), str(tree)]
expected = subprocess.run([agentc, 'lint', '--no-cache', str(tree)], capture_output=True).stdout


def call(number):
    chance = random.Random(number)
    if number % 10 == 9:
        shutil.rmtree(cache, ignore_errors=True)
    elif number % 10 == 4:
        try:
            for entry in cache.glob('results/*/*.lint'):
                entry.write_bytes(entry.read_bytes()[:chance.randrange(200)])
        except OSError:  # another call's rmtree
            pass
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if number % 3 == 0:
        time.sleep(chance.random() * 0.02)
        process.kill()
    out, err = process.communicate()
    if process.returncode == -9:
        return 'killed'
    return (
        'same' if (out, err, process.returncode) == (expected, b'', 1) else f'other: {process.returncode} {out} {err}'
    )


with concurrent.futures.ThreadPoolExecutor(4) as pool:
    results = list(pool.map(call, range(calls)))
print(f'{results.count("same")} same, {results.count("killed")} killed of {len(results)}')
print('\n'.join(sorted(set(results) - {'same', 'killed'})), file=sys.stderr)
sys.exit(results.count('same') + results.count('killed') != len(results))
