"""Which errors are true accesses of a package and which are noise: the committed verdicts, and the page that shows
them."""
import collections
import json
import pathlib
import random
import re

FILE = pathlib.Path(__file__).resolve().parent / 'verdicts.json'
MAX_QUOTE = 110
KEPT_BEFORE, KEPT_AFTER = 150, 250


def around(line, column):
    """The part of a line around a column, since lines of bundled code can be megabytes long, and the column in it."""
    begin = max(0, column - KEPT_BEFORE)
    return line[begin:column + KEPT_AFTER], column - begin


def quote(finding):
    """The line of a finding, cut out around it where it is long."""
    line, at = finding['line'], finding['at']
    begin = max(0, at - 40) if len(line) > MAX_QUOTE else 0
    text = ''.join(c if c.isprintable() else ' ' for c in line[begin:begin + MAX_QUOTE])
    return ('…' if begin else '') + text.strip() + ('…' if begin + MAX_QUOTE < len(line) else '')


def names_it(finding):
    """Whether the line holds the name that the message quotes first."""
    quoted = re.search('`([^`]+)`', finding['message'])
    return bool(quoted) and quoted.group(1).split('…')[0] in finding['line']


class Verdicts:
    """The first entry that fits decides; an error that none fits is unjudged, which counts as noise. An entry fits a
    rule, and where it says so the text that its patterns find; with `named`, only lines that hold the name which the
    message quotes."""

    def __init__(self):
        self.entries = json.loads(FILE.read_text())
        for entry in self.entries:
            entry['patterns'] = [
                (field, re.compile(entry[field])) for field in ('package', 'message', 'file', 'line') if field in entry
            ]

    def of(self, finding):
        for entry in self.entries:
            if (
                finding['rule'] in entry['rules']
                and (names_it(finding) or not entry.get('named'))
                and all(p.search(finding.get(field) or '') for field, p in entry['patterns'])
            ):
                return entry['verdict'], entry['reason']
        return 'unjudged', 'no verdict yet'


def errors(results):
    """Every error, with its package and its verdict."""
    verdicts = Verdicts()
    for package, result in results.items():
        for finding in result['findings'] or []:
            finding = {'line': '', **finding, 'package': package}
            finding['verdict'], finding['reason'] = verdicts.of(finding)
            yield finding


def sample(results, seed, count=50):
    """The seeded sample for a second reader."""
    every = list(errors(results))
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    for f in sorted(
        chosen, key=lambda f: (f['package'], f['file'] or '', f['range']['start']['offset'] if f.get('range') else 0)
    ):
        place = (
            f'{f["file"]}:{f["range"]["start"]["line"]}:{f["range"]["start"]["column"]}'
            if f.get('range')
            else f['file']
        )
        yield f'{f["package"]}/{place}: {f["rule"]}: {f["message"]}'
        if f['line']:
            yield f'    {quote(f)}'
        yield f'    {f["verdict"]}: {f["reason"]}'


def cell(text):
    return text.replace('|', '\\|').replace('`', "'")


def grouped(found):
    """The errors by package, rule, message and verdict."""
    groups = collections.defaultdict(list)
    for f in found:
        groups[f['package'], f['rule'], f['message'], f['verdict'], f['reason']].append(f)
    return groups


def page_of_verdicts(found):
    """One row a group, with the line of its first error."""
    lines = ['| package | rule | what | errors | verdict | reason | a line of it |', '|---|---|---|---:|---|---|---|']
    for (package, rule, message, verdict, reason), group in sorted(grouped(found).items()):
        first = group[0]
        shown = f'`{cell(quote(first))}`' if first['line'] else ''
        lines.append(
            f'| {package} | {rule} | {message.replace("|", chr(92) + "|")} | {len(group)} | {verdict} | {reason} |'
            f' {shown} |'
        )
    return lines
