"""models_sdks.py NODE: the scripted models of these tests, asked by the official clients (models-sdks.mjs)."""
import pathlib
import subprocess
import sys

from scripted_models import ScriptedModels, say, use

THINK = {'type': 'thinking', 'thinking': 'hm', 'signature': 'c2ln'}
CALLS = use(('t1', 'add', {'a': 1, 'b': 2}), ('t2', 'order', {'item': 'é'}), text='Both.')


def answer(request):
    word = request['messages'][-1]['content']
    return {
        'text': say('Good day, Ada!', cut=7),
        'tools': CALLS,
        'think': {**CALLS, 'content': [THINK, *CALLS['content']]},
        'full': {**say('Cut'), 'stop': 'end_turn'},
        'busy': {'status': 529, 'error': {'type': 'overloaded_error', 'message': 'busy'}},
        'slow': {
            'status': 429,
            'headers': {'retry-after': '7'},
            'error': {'type': 'rate_limit_error', 'message': 'slow down'},
        },
        'broken': say('Good day', breaks=500),
        'error': {
            'raw': b'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n'
        },
    }[word]


models = ScriptedModels(answer)
script = pathlib.Path(__file__).with_name('models-sdks.mjs')
sys.exit(subprocess.run([sys.argv[1], script, f'http://127.0.0.1:{models.port}']).returncode)
