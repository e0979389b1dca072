"""compare-calls.py SystemCalls.def LEVEL: reads `compromised-child numbers` and compares it with the committed list."""
import platform
import re
import sys

text = open(sys.argv[1], encoding='utf-8').read()
level = int(sys.argv[2])
# A processor whose calls begin with those of later times has none under a name of old, and others in their place.
part = 2 if platform.machine() == 'aarch64' else 1
text = re.sub(r'^#ifdef \w+\n(.*?)(?:^#else\n(.*?))?^#endif\n', lambda block: block[part] or '', text,
              flags=re.M | re.S)
allowed = dict(re.findall(r'^ALLOWED\((\w+), (\w+),', text, re.M))
refused = dict(re.findall(r'^REFUSED\((\w+), (\w+),', text, re.M))
# Linux 6.14 and later let these two past every filter: they serve user-space probes, and fail anywhere else.
UNFILTERED = {'335': ('killed', 'Illegal instruction', 'ENXIO'), '336': ('killed', 'Illegal instruction', 'ENXIO')}
wrong, killed, seen = [], 0, set()
for line in sys.stdin:
    number, name, result = line.rstrip('\n').split(' ', 2)
    seen.add(name)
    if name in refused:
        good = result == refused[name]
    elif allowed.get(name) == 'Both' or allowed.get(name) == 'Package' and level == 1:
        # Without its arguments it may be refused all the same; compromised-child.test gives it those.
        good = True
    else:
        good = result in UNFILTERED.get(number, ['killed'])
        killed += good
    if not good:
        wrong.append(f'{number} {name}: {result}')
missing = {*allowed, *refused} - seen
print(f'level {level}: {killed} killed, wrong {wrong}, never tried {sorted(missing)}')
