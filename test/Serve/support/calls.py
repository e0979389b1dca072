"""calls.py AGENTC WORK: looks at calls while they run and after, and at the console's page."""
import base64
import hashlib
import pathlib
import re
import sys
import threading
import time

from serving import PATIENCE, Server, handler

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])

SLOW = """module.exports = async ({ ms, fails }) => {
  await new Promise((done) => setTimeout(done, ms));
  if (fails) throw new Error('no');
};
"""


def until(find):
    """What `find` returns, once it returns something."""
    end = time.monotonic() + PATIENCE
    while not (found := find()):
        if time.monotonic() > end:
            raise SystemExit('it never came')
        time.sleep(0.02)
    return found


with Server(agentc, work / 'state') as server:
    client = server.client()
    stranger = server.new_client('stranger', 'read', 'run', tenant='other')
    client.deploy('slow', handler(SLOW, 'slow'))
    client.deploy('quick', handler('module.exports = async () => 1;\n', 'quick'))

    def calls():
        return client.get('/api/calls').json['calls']

    caller = threading.Thread(target=lambda: server.client().tool(agent='slow', parameters={'ms': 1500}))
    caller.start()
    running = until(calls)
    print('under way:', [one['agent'] for one in running], repr(running[0]['state']), running[0]['milliseconds'] >= 0,
          running[0].get('outcome'))
    print('to another tenant:', stranger.get('/api/calls').json['calls'])
    print('without a key:', server.client('').get('/api/calls').status)
    caller.join()
    client.tool(agent='slow', parameters={'ms': 0, 'fails': True})
    client.tool(agent='quick', parameters={})
    print('ended:', [f"{one['agent']}: {'ok' if one['outcome'] == 'ok' else 'error'}" for one in calls()])
    for _ in range(100):
        client.tool(agent='quick', parameters={})
    print('kept:', len(calls()))

    page = server.client('').get('/')
    print('the page:', page.status, page.headers['content-type'])
    text = page.body.decode()
    for directive in page.headers['content-security-policy'].split('; ')[:4]:
        name = directive.split()[0]
        element = {'script-src': 'script', 'style-src': 'style'}.get(name)
        if not element:
            print(directive)
            continue
        inside = re.findall(f'<{element}[^>]*>(.*?)</{element}>', text, re.S)
        hashed = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()
        print(f"{name} is of the page's one {element}:", len(inside) == 1 and directive == f"{name} 'sha256-{hashed}'")
    print('it loads:', re.findall(r'(?:src|href)="(?!#)[^"]*"|url\(|innerHTML = |insertAdjacentHTML', text))
