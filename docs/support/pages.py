"""Reads Markdown as GitHub shows it: what a page links to, and the anchors of its headings."""
import pathlib
import re

from markdown_it import MarkdownIt

PARSER = MarkdownIt('commonmark').enable('table')


def slug(text):
    """GitHub's anchor of a heading: lower case, no punctuation, hyphens for spaces."""
    return re.sub(r'[^\w\- ]', '', text.lower()).replace(' ', '-')


def plain(inline):
    """The text of an inline token, without its marks."""
    return ''.join(child.content for child in inline.children or [] if child.type in ('text', 'code_inline'))


class Page:
    """A page's tokens, in which headings have their anchors as the attribute `id`."""

    def __init__(self, text):
        self.tokens = PARSER.parse(text)
        self.title, self.anchors, seen = '', set(), {}
        for token, inline in zip(self.tokens, self.tokens[1:]):
            if token.type != 'heading_open':
                continue
            self.title = self.title or plain(inline)
            anchor = slug(plain(inline))
            seen[anchor] = seen.get(anchor, -1) + 1
            anchor += f'-{seen[anchor]}' if seen[anchor] else ''
            self.anchors.add(anchor)
            token.attrSet('id', anchor)

    def links(self):
        """The tokens that open a link, and those of images."""
        for token in self.tokens:
            for child in token.children or []:
                if child.type in ('link_open', 'image'):
                    yield child


def target(token):
    """What a link leads to in the repository, as path and anchor; nothing if it leads elsewhere."""
    address = str(token.attrs.get('href') or token.attrs.get('src') or '')
    if re.match(r'[a-z][a-z0-9+.-]*:', address):
        return None
    path, _, anchor = address.partition('#')
    return path, anchor
