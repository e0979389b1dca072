"""jsx-entities.py: prints lib/Syntax/JsxEntities.inc, the character references of HTML 4, which JSX knows."""
from html.entities import name2codepoint

print('// The character references of HTML 4 (https://www.w3.org/TR/html401/sgml/entities.html) and `apos`, sorted.\n'
      '// Made by test/Syntax/support/jsx-entities.py, which a test runs again.')
line = ''
for name, code in sorted({**name2codepoint, 'apos': 39}.items()):
    entry = f'ENTITY({name}, 0x{code:X})'
    if len(line) + len(entry) >= 100:
        print(line)
        line = ''
    line += (' ' if line else '') + entry
print(line + '\n#undef ENTITY')
