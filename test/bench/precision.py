"""precision.py --agentc FILE --node24 NODE [--write PAGE] [--verdicts [--seed N]] [--packages A,B] [--no-linters]:
errors on the runtime JavaScript of popular npm packages, beside what ESLint's security plugin and oxlint find in the
same files."""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

import precision_page
import verdicts
from runtime_files import runtime_files

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parent / 'Corpus'
PATIENCE = 60  # seconds of the processor for one package
KEPT_FIELDS = ('name', 'version', 'type', 'imports')

# What the corpus' direct dependencies bring along and many projects use by itself.
BROUGHT_ALONG = [
    '@ai-sdk/gateway',
    '@ai-sdk/provider',
    '@ai-sdk/provider-utils',
    '@babel/parser',
    '@babel/traverse',
    '@openai/agents-core',
    '@openai/agents-openai',
    '@openai/agents-realtime',
    '@opentelemetry/api',
    'acorn',
    'ajv',
    'body-parser',
    'chalk',
    'commander',
    'cookie',
    'cross-spawn',
    'debug',
    'dotenv',
    'enhanced-resolve',
    'eventemitter3',
    'fast-deep-equal',
    'follow-redirects',
    'form-data',
    'graceful-fs',
    'iconv-lite',
    'jose',
    'js-yaml',
    'langsmith',
    'lru-cache',
    'mime-types',
    'minimatch',
    'ms',
    'mustache',
    'nanoid',
    'node-fetch',
    'p-queue',
    'path-to-regexp',
    'pino',
    'postcss',
    'protobufjs',
    'qs',
    'resolve',
    'semver',
    'source-map',
    'uuid',
    'yargs',
    'zod-to-json-schema',
]


def packages():
    direct = json.loads((CORPUS / 'package.json').read_text())['dependencies']
    return sorted([*direct, *BROUGHT_ALONG])


def make_bundle(package, files, folder):
    """A folder with the files, the package's JSON, and what of the manifest says how to read them. What the package
    depends on is allowed: that a library imports its own dependencies is not the question here. Nothing else is."""
    manifest = json.loads((package / 'package.json').read_text())
    for path in [*files.values(), *package.rglob('*.json')]:
        target = folder / path.relative_to(package)
        if 'node_modules' not in target.relative_to(folder).parts:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    kept = {key: manifest[key] for key in KEPT_FIELDS if key in manifest}
    kept['main'] = next(
        (e for e in [str(manifest.get('main', '')).removeprefix('./'), 'index.js'] if e in files), next(iter(files))
    )
    depends = {
        name
        for field in ('dependencies', 'peerDependencies', 'optionalDependencies')
        for name in manifest.get(field) or {}
    }
    kept['agentc'] = {'allowedModules': sorted(depends | {manifest['name']})}
    (folder / 'package.json').write_text(json.dumps(kept, indent=2))


def run_agentc(agentc, folder):
    """The findings, each with its line; None if it took too long."""
    done = subprocess.run(
        [agentc, 'validate', '--no-load-test', '--quiet', '--format=json', folder],
        capture_output=True,
        text=True,
        errors='replace',
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 5)),
    )
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return None
    if done.returncode not in (0, 1):
        sys.exit(f'precision: agentc ended with {done.returncode} on {folder}: {done.stderr[-500:]}')
    found = json.loads(done.stdout)['bundles'][0]['diagnostics']
    texts = {}
    for finding in found:
        finding.pop('notes', None)
        if finding.get('range'):
            name = finding['file']
            if name not in texts:
                texts[name] = (folder / name).read_text(errors='replace').split('\n')
            start = finding['range']['start']
            finding['line'], finding['at'] = verdicts.around(texts[name][start['line'] - 1], start['column'] - 1)
    return [f for f in found if f['severity'] == 'error']


def run_eslint(node, folder):
    done = subprocess.run([node, HERE / 'lint.mjs', folder], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)[str(folder)]['byRule']


def run_oxlint(node, folder):
    done = subprocess.run(
        [
            node,
            HERE / 'node_modules/oxlint/bin/oxlint',
            '--format=json',
            '--no-ignore',
            '--disable-nested-config',
            '--threads=1',
            '.',
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        errors='replace',
        check=False,
    )
    return collections.Counter(d.get('code', 'syntax') for d in json.loads(done.stdout)['diagnostics'])


def for_each_package(chosen, measure):
    """What `measure` says of each package's bundle, by the package's name."""
    with tempfile.TemporaryDirectory() as temporary:
        def one(name):
            package, folder = CORPUS / 'node_modules' / name, pathlib.Path(temporary) / name.replace('/', '+')
            files = runtime_files(package)
            folder.mkdir()
            make_bundle(package, files, folder)
            result = measure(name, folder, files)
            shutil.rmtree(folder)
            return name, result
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            return dict(pool.map(one, chosen))


def version_of(name):
    return json.loads((CORPUS / 'node_modules' / name / 'package.json').read_text())['version']


class Kept:
    """A measurement that is made again only for what it was not made of yet: another program or another package."""

    def __init__(self, file, key):
        self.file = pathlib.Path(file)
        last = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.results = last.get('results', {}) if last.get('key') == key else {}
        self.key = key

    def of(self, chosen, measure):
        lock = threading.Lock()

        def and_keep(name, folder, files):
            result = measure(folder, files)
            with lock:
                self.results[f'{name} {version_of(name)}'] = result
                self.file.parent.mkdir(parents=True, exist_ok=True)
                self.file.write_text(json.dumps({'key': self.key, 'results': self.results}))
        for_each_package([n for n in chosen if f'{n} {version_of(n)}' not in self.results], and_keep)
        return {name: self.results[f'{name} {version_of(name)}'] for name in chosen}


def measure(options, chosen):
    """By package: files, agentc's errors, and how often each rule of the linters fires."""
    agentc, node = pathlib.Path(options.agentc).resolve(), str(pathlib.Path(options.node24).resolve())
    digest = hashlib.sha256(agentc.read_bytes() + (HERE / 'runtime_files.py').read_bytes()).hexdigest()
    ours = Kept(f'{options.keep}/agentc.json', digest).of(
        chosen, lambda folder, files: {'files': len(files), 'findings': run_agentc(agentc, folder)})
    results = {name: {'version': version_of(name), **ours[name]} for name in chosen}
    if not options.no_linters:
        tools = hashlib.sha256(
            (HERE / 'package-lock.json').read_bytes() + (HERE / 'runtime_files.py').read_bytes()
        ).hexdigest()
        theirs = Kept(f'{options.keep}/linters.json', tools).of(
            chosen, lambda folder, files: {'eslint': run_eslint(node, folder), 'oxlint': run_oxlint(node, folder)})
        for name in chosen:
            results[name].update(theirs[name])
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--agentc', required=True)
    parser.add_argument('--node24', required=True)
    parser.add_argument('--write', help='the page to write; its data goes to packages.md and verdicts.md here')
    parser.add_argument('--verdicts', action='store_true', help='print a sample of the verdicts for a second reader')
    parser.add_argument('--seed', type=int)
    parser.add_argument('--packages', help='only these, between commas')
    parser.add_argument('--no-linters', action='store_true')
    parser.add_argument('--keep', default='build/precision', help='the folder where measurements are kept')
    options = parser.parse_args()
    chosen = options.packages.split(',') if options.packages else packages()
    options.no_linters |= options.verdicts
    results = measure(options, chosen)
    if options.verdicts:
        seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
        print(f'seed {seed}', *verdicts.sample(results, seed), sep='\n')
        return
    page, by_package, by_error = precision_page.pages(results)
    print(page)
    if options.write:
        pathlib.Path(options.write).write_text(page)
        (HERE / 'packages.md').write_text(by_package)
        (HERE / 'verdicts.md').write_text(by_error)


if __name__ == '__main__':
    main()
