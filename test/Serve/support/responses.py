"""responses.py AGENTC WORK NODE: a server whose agents are asked by `/v1/responses`, by clients in responses.mjs."""
import os
import pathlib
import subprocess
import sys

from desk import bundle
from scripted_models import ScriptedModels, say, use
from serving import Server

agentc, work, node = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
os.environ['MODEL_KEY'] = 'key'
THINK = {'type': 'thinking', 'thinking': 'hm, a sum', 'signature': 'c2ln'}
attempts = {}


def answer(request):
    """By the user's last text: what it asks for is named in it."""
    texts = [message['content'] if isinstance(message['content'], str) else message['content'][0].get('text', '')
             for message in request['messages'] if message['role'] == 'user']
    word = [text for text in texts if text][-1].split()[0]
    last = request['messages'][-1]['content']
    if isinstance(last, list) and last[0]['type'] == 'tool_result':
        return say('The sum is three.')
    attempts[word] = attempts.get(word, 0) + 1
    if word == 'sum':
        first = use(('t1', 'add', {'a': 1, 'b': 2}), text='Let me see.')
        return {**first, 'content': [THINK, *first['content']]}
    if word == 'order':
        return use(('t1', 'order', {'item': 'one'}))
    if word == 'wait':
        return use(('t1', 'wait', {'ms': 20000}))
    if word == 'broken' and attempts[word] == 1:
        return say('Void and broken off', breaks=700)
    if word == 'fail':
        return {'status': 401, 'error': {'type': 'authentication_error', 'message': 'no'}}
    if word == 'count':
        return say(f'{len(request["messages"])} messages')
    if word == 'system':
        return say(request['system'][0]['text'])
    if word == 'long':
        return {**say('Cut'), 'stop': 'max_tokens'}
    return say('Good day, Ada!')


models = ScriptedModels(answer)
(work / 'models.json').write_text(models.settings())
with Server(agentc, work / 'state', '--models', str(work / 'models.json')) as server:
    server.client().deploy('desk', bundle())
    server.client().put(
        '/api/agents/asks',
        {'package': server.client().upload(bundle()).json['digest'], 'approvals': {'tools': ['order']}},
    )
    other = server.new_client('other', 'run', 'read', tenant='acme')
    script = pathlib.Path(__file__).with_suffix('.mjs')
    sys.exit(subprocess.run([node, script, f'http://127.0.0.1:{server.port}', server.key, other.key]).returncode)
