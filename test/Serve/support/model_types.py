"""model_types.py AGENTC WORK NODE MODULES: what agentc asks models is checked by tsc against the types of the official
SDKs."""
import json
import os
import pathlib
import subprocess
import sys
import time

from desk import bundle
from scripted_models import ScriptedModels, say, use
import seller
from serving import Server

agentc, work, node, modules = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4]).resolve()
os.environ['MODEL_KEY'] = 'key'
TYPES = {'anthropic': ('MessageCreateParamsStreaming', '@anthropic-ai/sdk/resources/messages'),
         'openai': ('ChatCompletionCreateParamsStreaming', 'openai/resources/chat/completions')}
THOUGHT = {'type': 'thinking', 'thinking': 'hm', 'signature': 'c2ln'}
turns = []


def scripts():
    calls = use(
        ('t1', 'add', {'a': 1, 'b': 2}), ('t2', 'fail', {}), ('t3', 'no', {}), ('t4', 'add', '{"a": '), text='Both.'
    )
    yield 'desk', {'message': 'Hello', 'systemPrompt': 'Be brief.'}, [
        calls,
        use(('t5', 'large', {'bytes': 200000})),
        say('Done.'),
    ]
    yield 'desk', {
        'message': 'Hello',
        'chatHistory': [
            {'role': 'user', 'content': [{'type': 'text', 'text': 'Before'}]},
            {'role': 'assistant', 'content': 'Then'},
        ],
    }, [say('Yes.')]
    yield 'desk', {'message': 'Hello', 'tools': []}, [say('Yes.')]
    thinks = use(('t1', 'add', {'a': 1, 'b': 2}))
    thinks['content'].insert(0, THOUGHT)
    yield 'desk', {'message': 'Think'}, [thinks, say('Yes.')]
    yield 'desk', {'message': 'Endless'}, [use((f't{i}', 'add', {'a': i, 'b': i})) for i in range(15)]
    stock = use(('t1', 'check_stock', {'id': 'lamp'}), ('t2', 'missing', {}), text='Let me see.')
    yield 'seller', {'message': 'Are there lamps?', 'systemPrompt': 'Be brief.'}, [stock, say('Four.')]
    yield 'seller', {'message': 'Classify'}, [say('x'), say('y')]


def record(api):
    """The bodies of all requests of some runs."""
    models = ScriptedModels(lambda request: turns.pop(0))
    settings = work / f'{api}.json'
    settings.write_text(models.settings(api))
    with Server(agentc, work / api, '--models', str(settings)) as server:
        client = server.client()
        client.deploy('desk', bundle(), config={'llmConfig': {'temperature': 0.5, 'maxTokens': 100}})
        client.deploy('seller', seller.bundle(), config=seller.CONFIG)
        for agent, given, script in scripts():
            # The scripted chat completions have no thoughts.
            turns[:] = [
                {
                    **turn,
                    'content': [
                        block for block in turn['content'] if api == 'anthropic' or block['type'] != 'thinking'
                    ],
                }
                for turn in script
            ]
            run = client.post('/api/runs', {'agent': agent, 'input': given}).json['id']
            while client.get(f'/api/runs/{run}').json['status'] == 'running':
                time.sleep(0.02)
    return models.requests


def faults(name, bodies):
    """The lines of tsc about the bodies as literals, of which it refuses members that it does not know."""
    folder = work / 'types'
    folder.mkdir(exist_ok=True)
    if not (folder / 'node_modules').exists():
        (folder / 'node_modules').symlink_to(modules)
    lines = [f"import type {{ {type_} }} from '{module}';" for type_, module in TYPES.values()]
    lines += [f'export const body{i}: {TYPES[api][0]} = {json.dumps(body)};' for i, (api, body) in enumerate(bodies)]
    (folder / f'{name}.mts').write_text('\n'.join(lines))
    options = {
        'noEmit': True,
        'strict': True,
        'skipLibCheck': True,
        'target': 'es2022',
        'lib': ['es2022', 'dom'],
        'module': 'nodenext',
        'types': [],
    }
    (folder / 'tsconfig.json').write_text(json.dumps({'compilerOptions': options, 'files': [f'{name}.mts']}))
    checked = subprocess.run(
        [node, modules / 'typescript/bin/tsc', '--project', folder], capture_output=True, text=True
    )
    return [line for line in (checked.stdout + checked.stderr).splitlines() if line]


for api in TYPES:
    bodies = record(api)
    # Anthropic's types have dropped it; models of before take it.
    members_dropped = {'anthropic': ['temperature'], 'openai': []}[api]
    checked = [{name: value for name, value in body.items() if name not in members_dropped} for body in bodies]
    print(f'{api}:', len(bodies), faults(api, [(api, body) for body in checked])[:3])
    print(
        'dropped:',
        [name for name in members_dropped if faults(f'{api}-dropped', [(api, {**checked[0], name: bodies[0][name]})])],
    )
    members = sorted({member for body in bodies for member in body})
    print('with:', members)
    wrong = [
        {**checked[0], **what}
        for what in ({'max_token': 1}, {'messages': [{'role': 'robot', 'content': 'x'}]}, {'tools': [{'type': 'x'}]})
    ]
    print('wrong ones:', [bool(faults(f'{api}-wrong-{i}', [(api, body)])) for i, body in enumerate(wrong)])
