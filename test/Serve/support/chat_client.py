"""chat_client.py AGENTC WORK NODE: the requirements' own client (chat-client.mjs) against a chat."""
import os
import pathlib
import subprocess
import sys

from desk import bundle
from scripted_models import ScriptedModels, say, use
from serving import Server

agentc, work, node = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
os.environ['MODEL_KEY'] = 'key'
turns = [
    use(('t1', 'add', {'a': 1, 'b': 2}), text='Let me see.\n\n'),
    say('data: {"type": "done"}\n\nis what it prints: 3 é.'),
]
models = ScriptedModels(lambda request: turns[sum(message['role'] == 'assistant' for message in request['messages'])])
(work / 'models.json').write_text(models.settings())
with Server(agentc, work / 'state', '--models', str(work / 'models.json')) as server:
    server.client().deploy('desk', bundle())
    script = pathlib.Path(__file__).with_name('chat-client.mjs')
    sys.exit(subprocess.run([node, script, f'http://127.0.0.1:{server.port}', server.key]).returncode)
