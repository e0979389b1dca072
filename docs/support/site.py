"""site.py OUT AGENTC...: writes the documentation as HTML into the folder OUT: the pages in docs/, and the reference that the program
AGENTC gives of itself. A link that leads nowhere is an error."""
import html
import pathlib
import posixpath
import re
import shutil
import sys
import tempfile

import pages
import reference

DOCS = pathlib.Path(__file__).resolve().parent.parent
NAVIGATION = [('Tutorial', 'tutorial.md'), ('How-to', 'README.md#how-to'), ('Reference', 'reference/index.md'),
              ('Explanation', 'explanation.md')]
# Stands where the list of the reference's pages goes, which is nowhere to be seen in the repository.
REFERENCE = '<!-- reference -->'
# Installed beside the pages, not among them.
BESIDE = ('examples', 'ci')


class Dead(Exception):
    pass


def collect(agentc, scratch):
    """All pages by their paths in the site: those that are written, and those that the program gives."""
    reference.write(agentc, scratch / 'reference')
    found, listed = {}, ''.join(f'- [{title}](reference/{name}.md)\n' for name, title in reference.PAGES.items())
    for root, pattern in ((DOCS, '*.md'), (DOCS, 'how-to/*.md'), (DOCS, 'decisions/*.md'), (scratch, 'reference/**/*.md')):
        for file in sorted(root.glob(pattern)):
            found[str(file.relative_to(root))] = pages.Page(file.read_text().replace(REFERENCE, listed))
    decisions = [(path, page.title) for path, page in found.items() if path.startswith('decisions/')]
    found['decisions/index.md'] = pages.Page(
        '# Decisions\n\n' + ''.join(f'- [{title}]({path.split("/")[1]})\n' for path, title in decisions))
    return found


def address(path):
    """The HTML file of a page."""
    return re.sub(r'(^|/)README\.md$', r'\1index.md', path)[:-3] + '.html'


def follow(found, here, token):
    """Where a link leads in the site."""
    goal = pages.target(token)
    if not goal:
        return None
    path, anchor = goal
    full = posixpath.normpath(posixpath.join(posixpath.dirname(here), path)) if path else here
    if full in ('decisions', 'reference'):
        full += '/index.md'
    if full == 'schemas':
        full = 'reference/schemas.md'
    if full.endswith('.md') and full in found:
        if anchor and anchor not in found[full].anchors:
            raise Dead(f'{here}: `{path}` has no heading `#{anchor}`')
        result = posixpath.relpath(address(full), posixpath.dirname(here) or '.')
        return result + (f'#{anchor}' if anchor else '')
    if not (DOCS / full).exists():
        raise Dead(f'{here}: `{path}` leads nowhere')
    if full.startswith('..'):
        raise Dead(f'{here}: `{path}` leads out of the documentation; name the file in backticks')
    outside = full.split('/')[0] in BESIDE
    return posixpath.relpath(('../' if outside else '') + full, posixpath.dirname(here) or '.')


def code(token):
    words, text = token.info.split(), html.escape(token.content.rstrip('\n'))
    name = f'<p class="file">{html.escape(words[1])}</p>' if len(words) > 1 else ''
    if words[:1] == ['console']:
        text = re.sub(r'^((?:\$|&gt;) .*)$', r'<span class="command">\1</span>', text, flags=re.M)
    return f'{name}<pre><code>{text}</code></pre>\n'


def render(found, here):
    page = found[here]
    for token in page.links():
        where = follow(found, here, token)
        if where:
            token.attrSet('href' if token.type == 'link_open' else 'src', where)
    renderer, tokens, parts = pages.PARSER.renderer, page.tokens, []
    for i, token in enumerate(tokens):
        if token.type == 'fence':
            parts.append(code(token))
        elif token.type == 'inline':
            parts.append(renderer.renderInline(token.children, pages.PARSER.options, {}))
        elif token.type == 'table_open':
            # A table without words in its head is a list of facts.
            facts = not any(cell.content for cell in tokens[i:i + 40] if cell.type == 'inline' and cell.map == tokens[i + 1].map)
            parts.append('<div class="wide"><table class="facts">' if facts else '<div class="wide"><table>')
        elif token.type == 'table_close':
            parts.append('</table></div>\n')
        elif token.type == 'heading_close' and token.tag != 'h1':
            anchor = tokens[i - 2].attrs['id']
            parts.append(f'<a class="here" href="#{anchor}" aria-label="link to this part">#</a></{token.tag}>\n')
        else:
            parts.append(renderer.renderToken(tokens, i, pages.PARSER.options, {}))
    return ''.join(parts)


def framed(found, here, body, version):
    up = posixpath.relpath('.', posixpath.dirname(here) or '.')
    entries = [f'<a class="home" href="{up}/index.html">agentc</a>']
    for name, goal in NAVIGATION:
        path, _, anchor = goal.partition('#')
        current = ' aria-current="true"' if path == here or path.startswith('reference/') and here.startswith('reference/') else ''
        entries.append(f'<a href="{up}/{address(path)}{"#" + anchor if anchor else ""}"{current}>{name}</a>')
    return f'''<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(found[here].title)} - agentc</title>
<link rel="stylesheet" href="{up}/site.css">
</head>
<body>
<header><nav>{" ".join(entries)}</nav></header>
<main>
{body}</main>
<footer>{html.escape(version)}</footer>
</body>
</html>
'''


def main():
    out, agentc = pathlib.Path(sys.argv[1]), sys.argv[2:]
    version = reference.run(agentc, '--version').strip()
    with tempfile.TemporaryDirectory() as scratch:
        found = collect(agentc, pathlib.Path(scratch))
    shutil.rmtree(out, ignore_errors=True)
    dead = []
    for here in found:
        try:
            text = framed(found, here, render(found, here), version)
        except Dead as problem:
            dead.append(str(problem))
            continue
        file = out / address(here)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    if dead:
        sys.exit('\n'.join(dead))
    shutil.copytree(DOCS / 'schemas', out / 'schemas')
    shutil.copy(DOCS / 'support' / 'site.css', out)
    print(f'{len(found)} pages in {out}')


main()
