"""asked_services.py AGENTC BUNDLE: services that the client of agentc-tool-run answers, as agentc-serve does."""
import json
import pathlib
import subprocess
import sys
import time

agentc, bundle = sys.argv[1:3]
tool_run = str(pathlib.Path(agentc).with_name('agentc-tool-run'))
request = json.loads(
    subprocess.run(
        [agentc, 'run', bundle, '--input', '{"message": "x", "conversationId": "mine"}', '--dump=request'],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
)
request['limits']['wallMs'] = 1000


def ask(message, answer, conversation='mine', **more):
    """The lines that come for a call, each question answered by `answer(question)`, a list of lines to send."""
    line = {**request, 'id': 'c1', 'asks': ['llm.chat', 'history.get'], **more}
    line['inputText'] = json.dumps({'message': message, 'conversationId': conversation})
    process = subprocess.Popen(
        [tool_run], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdin.write(json.dumps(line) + '\n')
    process.stdin.flush()
    questions = []
    for text in process.stdout:
        told = json.loads(text)
        if told['schema'] != 'agentc.question/1':
            break
        questions.append(told)
        given = answer(told)
        if given is None:
            process.stdin.close()
            continue
        for each in given:
            process.stdin.write((each if isinstance(each, str) else json.dumps(each)) + '\n')
        process.stdin.flush()
    else:
        told = None
    if not process.stdin.closed:
        process.stdin.close()
    return questions, told, process.stderr.read().strip()


def reply(**what):
    return lambda question: [{'answer': question['id'], 'number': question['number'], **what}]


def slow(question):
    time.sleep(1.5)
    return reply(value={'content': 'At last.'})(question)


def outcome(told):
    return told and (
        told['outcome'],
        told.get('result', {}).get('content') if told.get('result') else (told.get('error') or {}).get('message'),
    )


questions, told, _ = ask('one', reply(value={'content': 'Yes.'}))
print('asked:', questions[0]['service'], questions[0]['with']['messages'], outcome(told))
questions, told, _ = ask('one', slow)
print('its time is not the tool\'s:', outcome(told), told['usage']['wallMs'] < 1000)
print('the tool\'s own:', outcome(ask('loop', reply(value={}))[1]))
print('refused:', outcome(ask('one', reply(error={'message': 'no', 'code': 'busy'}))[1]))
questions, told, _ = ask(
    'two', lambda question: reply(value={'content': question['with']['messages'][0]['content']})(question)
)
print('two at once:', len(questions), outcome(told))
print(
    'in any order:',
    outcome(
        ask(
            'two',
            lambda question: (
                []
                if question['number'] == 1
                else [
                    {'answer': 'c1', 'number': 2, 'value': {'content': 'second'}},
                    {'answer': 'c1', 'number': 1, 'value': {'content': 'first'}},
                ]
            ),
        )[1]
    ),
)
twice = (
    lambda question: reply(part='P')(question)
    + reply(value={'content': 'Once.'})(question)
    + reply(value={'content': 'Twice.'})(question)
)
print('answered twice:', outcome(ask('one', twice)[1]))
print(
    'another\'s number:',
    outcome(
        ask(
            'one',
            lambda question: [{'answer': 'c1', 'number': 99, 'value': {}}, {'answer': 'c2', 'number': 1, 'value': {}}]
            + reply(value={'content': 'Mine.'})(question),
        )[1]
    ),
)
questions, told, _ = ask('other', reply(value=[]))
print('of another conversation:', len(questions), outcome(told))
for wrong in (
    '{"answer": "c1"}',
    '{"answer": "c1", "number": 1}',
    '{"answer": "c1", "number": 1, "value": 1, "part": 1}',
    '{"answer": "c1", "number": 1, "error": "no"}',
    '{"answer": "c1", "number": -1, "value": 1}',
    '{"answer": 1, "number": 1, "value": 1}',
    '{"answer": "c1", "number": 1, "value": 1, "more": 1}',
):
    print('malformed:', ask('one', lambda question: [wrong])[2].split(': ')[-1][:60])
print('nobody answers:', outcome(ask('one', lambda question: None)[1]))
print('without an id:', ask('one', reply(value={}), id='')[2])
