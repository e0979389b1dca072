"""attempts.py AGENTC BUNDLE SCRATCH: tries to weaken the check from inside of a bundle, in both trusts.

Each attempt makes author trust accept the bundle. In registry trust, which an archive has by itself and `package` too,
its findings must be at least those of the bundle as it was. Prints one line an attempt, and exits with how many weaken
the check."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

agentc, original, scratch = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
DAY = {**os.environ, 'AGENTC_TODAY': '2026-11-22'}
OFF = '{"rules": {"insecure-url": "off"}}'


def check(*arguments):
    run = subprocess.run([agentc, arguments[0], '--no-load-test', '--format=json', *arguments[1:]], capture_output=True,
                         text=True, env=DAY, check=False)
    return json.loads(run.stdout)['bundles'][0] if run.returncode else {'valid': True, 'diagnostics': []}


def as_zip(bundle):
    return shutil.make_archive(bundle.parent / 'zipped', 'zip', bundle)


def counting(result):
    """What blocks."""
    return {(each['id'], each['severity']) for each in result['diagnostics']
            if 'waived' not in each and each['severity'] != 'note'}


def edit(file, old, new):
    text = file.read_text()
    assert old in text, f'{file} has no {old}'
    file.write_text(text.replace(old, new))


def suppress(bundle):
    edit(bundle / 'index.js', '  await', '  // agentc-disable-next-line insecure-url -- trust me\n  await')


def waivers(file):
    def attempt(bundle):
        subprocess.run(
            [agentc, 'approve', '--yes', '--reason=trust me', '--who=me', f'--waivers={bundle / file}', bundle],
            capture_output=True,
            env=DAY,
            check=True,
        )

    return attempt


def waivers_by_settings(bundle):
    (bundle / 'agentc.json').write_text('{"waivers": "fine.json"}')
    waivers('fine.json')(bundle)


def dependency(bundle):
    edit(bundle / 'package.json', '"version"', '"dependencies": {"left-pad": "1.3.0"}, "version"')
    (bundle / 'agentc.json').write_text('{"allowedDependencies": ["left-pad"], "rules": {"insecure-url": "off"}}')


def move_to(folder):
    def attempt(bundle):
        (bundle / folder).mkdir(parents=True)
        shutil.copy(bundle / 'index.js', bundle / folder / 'index.js')
        (bundle / 'index.js').write_text("module.exports = require('hidden');\n")
    return attempt


ATTEMPTS = {
    'suppression': suppress,
    'settings beside': lambda bundle: (bundle / 'agentc.json').write_text(OFF),
    'settings above': lambda bundle: (bundle.parent / 'agentc.json').write_text(OFF),
    'waivers beside': waivers('agentc.waivers.json'),
    'waivers by settings': waivers_by_settings,
    'dependency by settings': dependency,
    'node_modules': move_to('node_modules/hidden'),
}


def main():
    usual, weakened = counting(check('validate', '--trust=registry', original)), 0
    shutil.rmtree(scratch, ignore_errors=True)
    for name, attempt in ATTEMPTS.items():
        bundle = scratch / name.replace(' ', '-') / 'bundle'
        shutil.copytree(original, bundle)
        attempt(bundle)
        author = check('validate', '--trust=author', bundle)
        ways = [check('validate', '--trust=registry', bundle), check('validate', as_zip(bundle)),
                check('package', '--trust=registry', bundle, '-o', scratch / 'out.zip')]
        weakened += not all(counting(way) >= usual for way in ways)
        print(f"{name}: author {'valid' if author['valid'] else 'refuses'}, registry "
              + ', '.join(' '.join(each) for each in sorted(counting(ways[0]))))
    print(f'{len(ATTEMPTS)} attempts, {weakened} weaken the check')
    return weakened


sys.exit(main())
