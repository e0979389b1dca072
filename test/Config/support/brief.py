"""Prints an extracted configuration with one line a field: its path, kind, value and place."""
import json
import sys

config = json.load(sys.stdin)


def place(source):
    start = source['range']['start']
    return f"{source['file']}:{start['line']}:{start['column']}"


def field(path, value):
    if 'kind' in value:
        text = json.dumps(value['value'], ensure_ascii=False) if 'value' in value else '-'
        reason = f" ({value['reason']})" if value.get('reason') else ''
        if 'default' in value:
            reason += f" default {json.dumps(value['default'])}"
        print(f"{path} {value['kind']} {text} @{place(value['source'])}{reason}")
    elif 'parameters' in value:
        print(f"{path} ({', '.join(value['parameters'])}) @{place(value)}")


for kind in ('agents', 'tools'):
    for one in config[kind]:
        print(f"{kind} {one['id']}: {one['framework']}, {one['form']} @{place(one['source'])}")
        for key in ('key', 'tools', 'handoffs', 'server', 'hosted'):
            if one.get(key):
                print(f"{one['id']}.{key} {one[key]}")
        for key, value in one.items():
            if isinstance(value, dict) and key != 'access' and key != 'source':
                field(f"{one['id']}.{key}", value)
for one in config['unresolved']:
    print(f"unresolved {one['path']} @{place(one['source'])}: {one['reason']}")
