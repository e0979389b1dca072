"""agents.py AGENTC WORK: deploys an agent, changes it under its callers, and rolls it back."""
import pathlib
import sys
import threading

from serving import Server, handler

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])

SAYS = (
    'module.exports = async (input, ctx) => ({{ says: {!r}, greeting: ctx.config.greeting, slug: ctx.agent.slug }});\n'
)
ASKS = 'module.exports = async () => (await fetch("https://api.crm.example/v1")).status;\n'
READS = 'module.exports = async () => process.env.MODE;\n'
SECRET = (
    'module.exports = async () => [process.env.CRM_KEY?.length, process.env.PATH, process.env.AGENTC_GIVEN_CRM_KEY];\n'
)

with Server(agentc, work / 'state') as server:
    client = server.client()
    runner, deployer = server.new_client('runner', 'run'), server.new_client('deployer', 'deploy', 'read')
    approver = server.new_client('approver', 'deploy', 'approve')

    def says(client=runner, **input):
        return client.tool(agent='greeter', parameters=input)

    print('before:', says())
    first = deployer.deploy('greeter', handler(SAYS.format('one')), config={'greeting': 'hello'})
    print('deployed:', first, first.json['version'], first.headers['etag'])
    print('it says:', says().json)
    second = deployer.deploy('greeter', handler(SAYS.format('two'), version='2.0.0'))
    print('swapped:', second, second.headers['etag'], says().json['result']['says'])
    print('of an old version:', deployer.put('/api/agents/greeter', {'package': first.json['package']}, if_match='"1"'))
    print('of a new agent:', deployer.put('/api/agents/other', {'package': first.json['package']}, if_match='*'))
    print(
        'of the current one:', deployer.put('/api/agents/greeter', {'package': first.json['package']}, if_match='"2"')
    )

    wider = deployer.upload(handler(ASKS, version='3.0.0', allowedHosts=['api.crm.example'])).json['digest']
    refused = deployer.put('/api/agents/greeter', {'package': wider})
    print('it reaches more:', refused)
    print('the difference:', refused.json['difference']['widens'], 'path' in refused.json['difference']['after'],
          any('api.crm.example' in str(change) for change in refused.json['difference']['changes']))
    for body in ({'package': wider}, {'package': second.json['package']}, {'package': 'sha256:0'}):
        asked = deployer.put('/api/agents/greeter?dryRun', body)
        print('asked first:', asked, asked.json.get('widens'), bool(asked.json.get('difference')))
    print('back, asked first:', deployer.post('/api/agents/greeter/rollback?dryRun', {}).json['widens'])
    print('it is not there:', says().json['result']['says'], deployer.get('/api/agents/greeter').json['version'])
    approval = {'package': wider, 'approve': {'reason': 'the CRM is ours', 'expires': '2027-01-01'}}
    print('approved by a key that may not:', deployer.put('/api/agents/greeter', approval))
    print('without a reason:', approver.put('/api/agents/greeter', {'package': wider, 'approve': {}}))
    kept = approver.put('/api/agents/greeter', approval)
    print('approved:', kept, kept.json['approval']['by'], kept.json['approval']['reason'], kept.json['version'])
    print('rolled back:', deployer.post('/api/agents/greeter/rollback', {}), says().json['result']['says'])
    print('back to what reaches more:', deployer.post('/api/agents/greeter/rollback', {'version': 4}))
    print('to the first:', deployer.post('/api/agents/greeter/rollback', {'version': 1}), says().json['result'])
    print('to none:', deployer.post('/api/agents/greeter/rollback', {'version': 99}))
    print('versions:', [one['version'] for one in deployer.get('/api/agents/greeter/versions').json['versions']])

    deployer.deploy(
        'reader', handler(READS, 'reader', allowedEnv=['MODE']), env={'MODE': 'test', 'LD_PRELOAD': '/evil.so'}
    )
    print('a variable:', runner.tool(agent='reader', parameters={}).json)
    key = 'module.exports = async () => process.env.CRM_KEY.length;\n'
    deployer.deploy('secretive', handler(key, 'secretive', allowedEnv=['CRM_KEY']), secrets={'CRM_KEY': 'hunter2'})
    print('a secret:', runner.tool(agent='secretive', parameters={}).json)
    shown = client.get('/api/agents/secretive')
    print('is not shown:', shown.json['secrets'], b'hunter2' in shown.body, 'hunter2' in server.log_path.read_text())
    asks = """module.exports = async () => {
  const answer = await fetch('https://api.crm.invalid/', { headers: {
    authorization: `Bearer ${process.env.CRM_KEY}` } }).catch(() => 0);
  return process.env.CRM_KEY.replace(/[0-9a-f]{32}/, '') + answer;
};
"""
    deployer.deploy(
        'egress',
        handler(asks, 'egress', allowedHosts=['api.crm.invalid'], secrets={'CRM_KEY': {'hosts': ['api.crm.invalid']}}),
        secrets={'CRM_KEY': 'hunter2hunter2'},
    )
    answer = runner.post('/api/tool?report', {'agent': 'egress', 'parameters': {}})
    print(
        'a secret for a host alone:',
        answer.json['result'],
        answer.json['report']['requests'][0]['secrets'],
        b'hunter2' in answer.body,
    )
    print('put to sleep:', deployer.put('/api/agents/reader', {'package': wider, 'status': 'inactive'}).status)
    digest = deployer.get('/api/agents/reader').json['package']
    print(deployer.put('/api/agents/reader', {'package': digest, 'status': 'inactive'}))
    print('asleep:', runner.tool(agent='reader', parameters={}))

    for body in (
        {},
        {'package': 1},
        {'package': 'sha256:0'},
        {'package': digest, 'color': 1},
        {'package': digest, 'env': {'A=B': ''}},
        {'package': digest, 'env': {'A': 'a\0b'}},
        {'package': digest, 'limits': {'timeoutMs': 0}},
        [],
        'text',
    ):
        print('refused:', deployer.put('/api/agents/bad', body))
    for slug in ('Upper', '-a', 'a' * 65, 'a%2Fb', '..'):
        print('not a slug:', deployer.put(f'/api/agents/{slug}', {'package': digest}))

    # Somebody swaps while others call: every call gets one of the two.
    digests = [first.json['package'], second.json['package']]
    swaps, answers, failures = 0, set(), []
    isDone = threading.Event()

    def call():
        own = server.client(runner.key)
        while not isDone.is_set():
            answer = own.tool(agent='greeter', parameters={})
            if answer.status != 200:
                failures.append(str(answer))
            else:
                answers.add(answer.json['result']['says'])

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for turn in range(100):
        swaps += deployer.put('/api/agents/greeter', {'package': digests[turn % 2]}).status == 200
    isDone.set()
    for thread in threads:
        thread.join()
    print('swapped under load:', swaps, sorted(answers), failures[:3])

    # Two deploy at once: one of them is told.
    statuses = []
    current = deployer.get('/api/agents/greeter').headers['etag']
    threads = [
        threading.Thread(
            target=lambda: statuses.append(
                server.client(deployer.key).put('/api/agents/greeter', {'package': digests[0]}, if_match=current).status
            )
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print('at once:', statuses.count(200), set(statuses) <= {200, 409, 412})
    audit = client.get('/api/audit').json['entries']
    print('audit:', sorted({entry['action'] for entry in audit}))
