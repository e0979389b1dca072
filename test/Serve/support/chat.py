"""chat.py AGENTC WORK: `agentc chat`, piped and on a terminal, with an agent of a server and with a bundle."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading

from desk import bundle
from scripted_models import say, use
from with_models import serve_with_models
from terminal import Terminal

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
settings = work / 'models.json'
models, turns, server = serve_with_models(
    agentc, work, timeouts={'firstByteMs': 60000, 'stallMs': 60000, 'backoffMs': 1}
)
server.command[server.command.index('127.0.0.1:0')] = f'127.0.0.1:{server.port}'
client = server.client()
client.deploy('desk', bundle(), approvals={'tools': ['order']})
URL = f'http://127.0.0.1:{server.port}'
ORDER = use(('t1', 'order', {'item': 'one'}))
HOSTILE = 'Hi\x1b[2J\x1b]0;owned\x07\u202e\x9b31m\ndone; 0 tokens'


def command(*flags):
    return [agentc, 'chat', '--server', URL, *flags, 'desk']


def piped(text, *script, flags=(), **variables):
    turns[:] = script or [say('Yes.')]
    return subprocess.run(command(*flags), input=text, capture_output=True, text=True, timeout=60,
                          env={**os.environ, 'AGENTC_KEY': server.key, **variables})


def told():
    return [
        (
            message['content']
            if isinstance(message['content'], str)
            else message['content'][0].get('text', message['content'][0])
        )
        for message in models.requests[-1]['messages']
    ]


def show(name, ran):
    print(f'{name}: {ran.returncode} {ran.stdout!r}')
    print(re.sub('chat-[0-9a-f]+', 'chat-ID', ran.stderr), end='')


show(
    'piped',
    piped(
        'One and two?\nAnd now?\n',
        use(('t1', 'add', {'a': 1, 'b': 2}), text='I add.'),
        say('Three.'),
        say('Still three.'),
    ),
)
print('remembered:', told())
show('denied', piped('Order one\n', ORDER, say('Not done.')))
print('told:', told()[-1]['content'])
show('with --yes', piped('Order one\n', ORDER, say('Done.'), flags=['--yes']))
again = piped('Hello\n', say('Never said.', breaks=700), say('Said.'))
print('void words are not printed:', again.stdout, 'void' in again.stderr)
hostile = piped('Hello\n', use(('t1', 'hostile', {}), ('t2', 'x\x1b[2J', {'a\x1b': '\x1b'})), say(HOSTILE))
print(
    'hostile:', repr(hostile.stdout), [char for char in '\x1b\x07\x9b\u202e' if char in hostile.stdout + hostile.stderr]
)
show('failed', piped('Hello\n', {'status': 401, 'error': {'type': 'authentication_error', 'message': 'no\x1b[2J'}}))
show('nothing said', piped('', AGENTC_KEY='x'))
show('a wrong key', piped('Hello\n', AGENTC_KEY='x'))
show(
    'no such agent',
    subprocess.run(
        [agentc, 'chat', '--server', URL, 'none'],
        input='Hello\n',
        capture_output=True,
        text=True,
        env={**os.environ, 'AGENTC_KEY': server.key},
    ),
)
show('commands', piped('/help\n/x\x1b\n/history\n//help\n', say('You said /help.')))
print('a stroke:', told())

terminal = Terminal(command('--color', 'never'), AGENTC_KEY=server.key)
terminal.until('> ')
turns[:] = [ORDER, say('Ordered.')]
terminal.type('Order one\n')
print('asked:', terminal.until('[Y/n] ').split('\n')[-1])
terminal.type('what\n')
terminal.until('[Y/n] ')
terminal.type('\n')
print('by Enter:', 'tool order: ok' in terminal.until('Ordered.'))
for _ in range(2):
    terminal.until('> ')
    turns[:] = [ORDER, say('Ordered.')]
    terminal.type('Order one\n')
    terminal.until('[Y/n] ')
    terminal.type('y\n')
    terminal.until('Ordered.')
terminal.until('> ')
turns[:] = [ORDER, say('Not ordered.')]
terminal.type('Order one\n')
print('before:', *terminal.until('[Y/n] ').split('\n')[-3:-1], sep='\n')
terminal.type('n too dear\n')
terminal.until('Not ordered.')
print('denied:', told()[-1]['content'])
terminal.until('> ')
gate = threading.Event()
turns[:] = [say('These words come before the end.', gate=gate)]
terminal.type('Hello\n')
terminal.until('These words')
print('as they come:', not gate.is_set())
terminal.interrupt()
print('Ctrl-C:', terminal.until('\ncancelled').split('\n')[-2:])
gate.set()
terminal.until('> ')
turns[:] = [ORDER, say('Not ordered.')]
terminal.type('Order one\n')
terminal.until('[Y/n] ')
terminal.interrupt()
print('Ctrl-C at a question:', 'cancelled' in terminal.until('cancelled'))
terminal.until('> ')
terminal.type('\n')
print('empty:', terminal.until('is not empty'))
terminal.until('> ')
terminal.type('/history\n')
terminal.until('/history\n'.strip())
history = terminal.until('> ').split('\n')
print('history:', [line.split(' ')[2].strip(',') for line in history if line.startswith('run_')])
terminal.type('/metrics\n')
print('metrics:', re.sub(r'[\d.]+', 'N', re.search(r'runs that(.*\n)+', terminal.until('> '))[0]).strip())
turns[:] = [say(HOSTILE)]
terminal.type('Hello\n')
terminal.until('tokens\n'.strip())
terminal.until('> ')
print('hostile on a terminal:', [char for char in '\x1b\x07\x9b\u202e' if char in terminal.seen])
terminal.type('\x04')
print('Ctrl-D:', terminal.end()[0])
terminal = Terminal(command(), AGENTC_KEY=server.key)
terminal.until('> ')
terminal.interrupt()
print('Ctrl-C at the prompt:', terminal.end()[0])

gate = threading.Event()
turns[:] = [say('Before. After.', gate=gate)]
terminal = Terminal(command('--color', 'never', '--conversation', 'c1'), AGENTC_KEY=server.key)
terminal.type('Hello\n')
terminal.until('Before')
server.stop(signal.SIGKILL)
turns[:] = [say('After a restart.')]
gate.set()
server.start()
print('goes on:', 'gone on' in terminal.until('gone on'), 'After a restart.' in terminal.until('After a restart.'))
terminal.type('/quit\n')
print('/quit:', terminal.end()[0])
client = server.client()
run = client.get('/api/runs?conversationId=c1').json['runs'][0]['id']
resumed = piped('And now?\n', say('Now.'), flags=['--resume', run])
print('resumed:', resumed.stdout.split('\n'), told())
listed = piped('', flags=['--history', '--conversation', 'c1']).stdout
print('--history:', re.sub(r'run_\w+ \S+', 'RUN', re.sub(r'[\d.]+ s', 'N s', listed)))
print('--metrics:', re.sub(r'[\d.]+', 'N', piped('', flags=['--metrics']).stdout.split('\n')[0]))

folder = work / 'bundle'
folder.mkdir()
for name, text in bundle().items():
    (folder / name).write_text(text)


def local(text, *script, flags=(), what=folder):
    turns[:] = script or [say('Yes.')]
    return subprocess.run(
        [agentc, 'chat', '--models', str(settings), *flags, str(what)],
        input=text,
        capture_output=True,
        text=True,
        timeout=100,
    )


show('here', local('Order one\n', ORDER, say('Not done.')))
show(
    'with a state',
    local('One\n', say('First.'), flags=['--state', str(work / 'own'), '--conversation', 'c1', '--ask', 'add']),
)
show('again', local('Two\n', say('Second.'), flags=['--state', str(work / 'own'), '--conversation', 'c1']))
print('remembered:', told())
(work / 'deployment.json').write_text(json.dumps({'history': {'maxMessages': 0}}))
local(
    'Three\n',
    say('Third.'),
    flags=['--state', str(work / 'own'), '--conversation', 'c1', '--deployment', str(work / 'deployment.json')],
)
print('by a deployment:', told())
print('left behind:', list(pathlib.Path(os.environ.get('TMPDIR', '/tmp')).glob('agentc-chat-*')))
for flags in (
    [],
    ['--server', 'http://agents.example'],
    ['--server', 'x'],
    ['--server', URL, '--models', 'm'],
    ['--server', URL, '--resume', '../x'],
    ['--models', 'none.json'],
    ['--models', str(settings), '--deployment', str(settings.parent)],
):
    ran = subprocess.run(
        [agentc, 'chat', *flags, str(folder)],
        input='',
        capture_output=True,
        text=True,
        env={**os.environ, 'AGENTC_KEY': 'x'},
    )
    print('refused:', ran.returncode, ran.stderr.strip())
broken = work / 'broken.js'
broken.write_text('exports.x = (a, b => a;')
ran = local('', what=broken)
print('broken:', ran.returncode, ran.stderr.strip().split('\n')[-1])
print('stopped:', server.stop())
