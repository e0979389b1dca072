"""suggestions.py AGENTC WORK [nodes]: a person who is to approve a call is told how such calls were decided before;
with `nodes`, by another of two servers that share a Redis."""
import os
import pathlib
import sys
import time

from desk import bundle
from redis_server import Redis
from scripted_models import ScriptedModels, by_turns, events_of, say, use
from serving import Server

agentc, work, nodes = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:] == ['nodes']
os.environ['MODEL_KEY'] = 'key'
turns = []
models = ScriptedModels(by_turns(turns))
settings = models.settings()
(work / 'models.json').write_text(settings)
shared = ['--redis', Redis().url] if nodes else []
one = Server(agentc, work / 'one', '--models', str(work / 'models.json'), *shared)
two = Server(agentc, work / 'two', '--models', str(work / 'models.json'), *shared, key=one.key) if nodes else one


def deploy(client, slug='desk', source=None):
    return client.deploy(slug, source or bundle(), approvals={'tools': ['order']}).status


def asked(client, *inputs, agent='desk', user='ada'):
    """A run that asks for calls of `order` with these inputs, with its questions."""
    turns[:] = [use(*((f't{i}', 'order', given) for i, given in enumerate(inputs))), say('Done.')]
    run = client.post('/api/runs', {'agent': agent, 'input': {'message': 'Hello', 'userId': user}}).json['id']
    while len(found := client.get(f'/api/runs/{run}').json.get('approvals', [])) < len(inputs):
        time.sleep(0.02)
    return run, found


def decide(client, run, questions, *words, **more):
    for question, word in zip(questions, words):
        client.post(f'/api/runs/{run}/approve', {'approval': question['approval'], 'decision': word, **more})
    while client.get(f'/api/runs/{run}').json['status'] == 'running':
        time.sleep(0.02)


def told(given, word='deny', client=None, more={'isAutomatic': True}, **of):
    """What a person is told of a call; the decision leaves no trace unless `more` is empty."""
    run, [question] = asked(client or two.client(), given, **of)
    decide(client or two.client(), run, [question], word, **more)
    same, alike = question['before']['same'], question['before']['alike']
    return same['approved'], same['denied'], alike['approved'], alike['denied'], question.get('suggestion')


PEN, YACHT = {'item': 'pen'}, {'item': 'yacht'}
client = one.client()
deploy(client)
run, [question] = asked(client, PEN)
print('at first:', question['before'], 'suggestion' in question)
decide(client, run, [question], 'approve')
print('after one:', told(PEN, 'approve', more={}))
run, [question] = asked(client, PEN)
print('after two:', question['before']['message'], 'suggestion' in question)
decide(client, run, [question], 'approve')
print('after three:', told(PEN))
print('an automatic decision leaves no trace:', told(PEN))
run, [question] = asked(client, PEN)
chat = client.connection
chat.request('GET', f'/api/runs/{run}/events?view=chat', headers={'authorization': f'Bearer {client.key}'})
shown = next(
    data
    for _, _, data in events_of(chat.getresponse(), until=lambda event: event[2]['type'] == 'approval')
    if data['type'] == 'approval'
)
client = one.client()
print('in a chat:', shown['suggestion'], shown['before'] == question['before'])
decide(client, run, [question], 'deny', isAutomatic=True)
print('other arguments:', told(YACHT))
print('more arguments:', told(PEN | {'to': 'me'}))
print('another type:', told({'item': ['pen']}))
print('for another user:', told(PEN, user='eve'))

run, questions = asked(client, *[YACHT] * 5)
decide(client, run, questions, *['approve'] * 5)
print('five in one run are one:', told(YACHT))
run, questions = asked(client, YACHT, YACHT)
decide(client, run, questions, 'deny', 'approve')
print('a run with a denial is one:', told(YACHT))
for _ in range(3):
    run, questions = asked(client, {'item': 'gun'})
    decide(client, run, questions, 'deny')
print('denied thrice:', told({'item': 'gun'}))

other = one.new_client('other', 'read', 'run', 'deploy', 'approve', tenant='acme')
deploy(other)
print('of another tenant:', told(PEN, client=other))
deploy(client, 'till')
print('of another agent:', told(PEN, agent='till'))
deploy(client, source=bundle('1.0.1'))
print('of another version:', told(PEN))
print('malformed:', client.post(f'/api/runs/{run}/approve', {'approval': 1, 'decision': 'deny', 'isAutomatic': 1}))
run, questions = asked(client, PEN)
decide(client, run, questions, 'approve')
print('kept:', told(PEN))
print('removed with its run:', client.ask('DELETE', f'/v1/responses/{run.replace("run", "resp")}').status, told(PEN))
print('stopped:', one.stop(), two.stop() if nodes else 0)
