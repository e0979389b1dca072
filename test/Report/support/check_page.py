"""check_page.py PAGE...: that a page is one whole: elements nest, every link leads to an element of the page, nothing
is loaded or run, its policy allows its own style sheet only, and no byte of it deceives a reader."""
import base64
import collections
import hashlib
import html.parser
import re
import sys
import unicodedata

VOID = {'meta'}
ELEMENTS = set('html head body meta title style header nav main section article footer h1 h2 h3 h4 p a b span div '
               'ul li dl dt dd table caption thead tbody tr th td pre code mark blockquote details summary'.split())
ATTRIBUTES = set('lang charset http-equiv content name id class href scope aria-label data-line'.split())


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.faults, self.headings = [], [], [], [], []
        self.policy, self.style, self.depth = None, '', 0

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        if tag not in ELEMENTS or set(names) - ATTRIBUTES or len(names) != len(attributes):
            self.faults.append(f'<{tag} {attributes}>')
        if names.get('http-equiv') == 'Content-Security-Policy':
            self.policy = names['content']
        elif 'http-equiv' in names:
            self.faults.append(f'http-equiv {names["http-equiv"]}')
        self.ids += [names['id']] if 'id' in names else []
        self.links += [names['href']] if 'href' in names else []
        self.headings += [int(tag[1])] if re.fullmatch('h[1-6]', tag) else []
        if tag not in VOID:
            self.open.append(tag)
            self.depth = max(self.depth, len(self.open))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f'</{tag}> closes another element')

    def handle_data(self, data):
        if self.open and self.open[-1] == 'style':
            self.style += data

    def handle_comment(self, data):
        self.faults.append(f'a comment: {data}')


def check(path):
    text = open(path, encoding='utf-8', newline='').read()
    page = Page()
    page.feed(text)
    page.close()
    faults = page.faults + ([f'left open: {page.open}'] if page.open else [])
    ids = collections.Counter(page.ids)
    faults += [f'the id {name} stands {count} times' for name, count in ids.items() if count > 1]
    faults += [f'{link} leads nowhere' for link in sorted(set(page.links)) if link[:1] != '#' or link[1:] not in ids]
    digest = base64.b64encode(hashlib.sha256(page.style.encode()).digest()).decode()
    if page.policy != f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'":
        faults.append(f'the policy is {page.policy}')
    if page.headings.count(1) != 1 or any(b > a + 1 for a, b in zip(page.headings, page.headings[1:])):
        faults.append(f'the headings are {page.headings}')
    if page.depth > 100:
        faults.append(f'elements nest {page.depth} deep, and browsers end that at 512')
    unseen = {hex(ord(c)) for c in text if unicodedata.category(c) in ('Cc', 'Cf') and c not in '\n\t'}
    if unseen:
        faults.append(f'characters that are not seen: {sorted(unseen)}')
    return faults


status = 0
for path in sys.argv[1:]:
    for fault in check(path):
        print(f'{path}: {fault}')
        status = 1
sys.exit(status)
