"""rules_in_formats.py AGENTC NODE24 SOURCE FOLDER: takes the bundles out of all tests of rules, reports them in each
format at once, and has each report checked. Every finding of the JSON must be in the reports that have all findings."""
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as xml

agentc, node24, source, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
support = source / 'test/Diagnostics/support'


def bundles():
    """The folders with a manifest and the sources at the top of each test's files."""
    for test in sorted((source / 'test/Rules').rglob('*.test')):
        if 'split-file' not in test.read_text(encoding='utf-8', errors='replace'):
            continue
        out = folder / test.stem
        if subprocess.run(['split-file', test, out], capture_output=True, check=False).returncode:
            continue
        manifests = sorted(
            path.parent for path in out.rglob('package.json') if 'node_modules' not in path.relative_to(out).parts
        )
        yield from (path.relative_to(folder) for path in manifests)
        yield from (path.relative_to(folder) for path in sorted(out.glob('*.js')) if out not in manifests)


def check(kind, file):
    judge = {
        'sarif': [sys.executable, support / 'check_sarif.py', source],
        'junit': [sys.executable, support / 'check_junit.py', source],
        'github': [node24, support / 'github-commands.mjs', '--annotations'],
        'gitlab': [node24, support / 'check-gitlab.mjs', source],
    }[kind]
    result = subprocess.run([*judge, file], capture_output=True, text=True, check=False)
    return (
        []
        if result.returncode == 0
        else [f'{kind}: {line}' for line in (result.stdout + result.stderr).splitlines()[:5]]
    )


def main():
    folder.mkdir(parents=True, exist_ok=True)
    names = [str(name) for name in bundles()]
    reports, wrong = {}, []
    for kind in ('json', 'sarif', 'github', 'gitlab', 'junit'):
        file = folder / f'report.{kind}'
        result = subprocess.run(
            [agentc, 'validate', '--no-load-test', f'--format={kind}', '--output', file, *names],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode != 1:
            wrong.append(f'{kind}: exit code {result.returncode}: {result.stderr[:300]}')
        reports[kind] = file.read_text()
        if kind != 'json':
            wrong += check(kind, file)
    all_bundles = json.loads(reports['json'])['bundles']
    findings = [one for bundle in all_bundles for one in bundle['diagnostics']]
    unwaived = [one for one in findings if 'waived' not in one]
    counted = [one for one in unwaived if one['severity'] != 'note']
    sums = {
        'sarif': (len(json.loads(reports['sarif'])['runs'][0]['results']), len(findings)),
        'gitlab': (len(json.loads(reports['gitlab'])), len(unwaived)),
        'junit': (len(xml.fromstring(reports['junit']).findall('testsuite/testcase')), len(counted) + len(all_bundles)),
    }
    wrong += [f'{kind}: {got} findings, not {want}' for kind, (got, want) in sums.items() if got != want]
    print('\n'.join(wrong))
    print(
        f"{len(names)} bundles, {len(findings)} findings of {len({one['id'] for one in findings})} rules,"
        f" {len(wrong)} faults"
    )
    return bool(wrong)


sys.exit(main())
