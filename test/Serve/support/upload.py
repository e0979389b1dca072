"""upload.py AGENTC EXAMPLES: uploads what there is to upload, and prints what it comes to."""
import io
import pathlib
import subprocess
import sys
import tarfile

from serving import Server, handler, zipped

agentc, examples, work = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def tgz(folder):
    """As `npm pack` does."""
    bytes_ = io.BytesIO()
    with tarfile.open(fileobj=bytes_, mode='w:gz') as archive:
        archive.add(folder, 'package')
    return bytes_.getvalue()


with Server(agentc, work / 'state') as server:
    client = server.client()
    zip_answer = client.upload(examples / 'sales-agent')
    package = zip_answer.json
    print('zip:', zip_answer, package['name'], package['version'], package['agents'], package['tools'])
    print('its place:', zip_answer.headers['location'] == f'/api/packages/{package["digest"]}')
    again = client.upload(tgz(examples / 'sales-agent'))
    print('the same as tgz:', again, again.json['digest'] == package['digest'])
    source = client.upload(b'module.exports = async (input) => input.a + input.b;\n')
    print('a source:', source, source.json['name'], source.json['agents'])
    typed = client.post('/api/packages?name=adder.ts', b'export default async (input: {a: number}) => input.a + 1;\n')
    print('TypeScript:', typed, typed.json['name'])

    key, sealed = work / 'key.pem', work / 'sealed.zip'
    subprocess.run([agentc, 'keygen', '-o', key], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        [agentc, 'package', '--quiet', '--sign', key, examples / 'crm-sales-agent', '-o', sealed],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    signed = client.upload(sealed.read_bytes())
    archive = client.get(f'/api/packages/{signed.json["digest"]}/archive')
    print('a signed package:', signed, signed.json['signature']['state'], archive.body == sealed.read_bytes())
    changed = bytearray(sealed.read_bytes())
    changed[len(changed) // 2] ^= 1
    print('changed on its way:', client.upload(bytes(changed)).status)

    refused = client.upload(examples / 'refused')
    rules = [one['rule'] for one in refused.json['diagnostics']['bundles'][0]['diagnostics']]
    print('dangerous:', refused, refused.json['diagnostics']['schema'], rules[0])
    print(
        'a warning:', client.upload({'package.json': '{"name": "a", "version": "1.0.0", "main": "a.js"}', 'a.js': '1'})
    )
    print('its path is the uploader\'s:', refused.json['diagnostics']['bundles'][0]['path'])
    print('dry run:', client.post('/api/packages?dryRun', zipped(handler('module.exports = async () => 1;', 'dry'))))

    print('nothing:', client.upload(b''))
    print('neither:', client.upload(b'\xff\xfe\x00'))
    print('a broken zip:', client.upload(b'PK\x03\x04 and then nothing'))
    print('a broken tgz:', client.upload(b'\x1f\x8b\x08 and then nothing'))
    print('not a name:', client.post('/api/packages?name=../../evil.js', b'1'))
    print('too large:', client.upload(b'PK' + b'a' * (33 << 20)))

    client = server.client()
    listed = client.get('/api/packages').json['packages']
    print('listed:', [one['name'] for one in listed])
    shown = client.get(f'/api/packages/{package["digest"]}').json
    print('shown:', shown['digest'] == package['digest'], shown['access']['schema'])
    for part in ('config', 'access', 'sbom'):
        print(f'{part}:', sorted(client.get(f'/api/packages/{package["digest"]}/{part}').json)[:3])
    (work / 'back.zip').write_bytes(client.get(f'/api/packages/{package["digest"]}/archive').body)
    print('verified:', subprocess.run([agentc, 'verify', '--quiet', work / 'back.zip']).returncode)
    print('deployed:', client.put('/api/agents/sales', {'package': package['digest']}).status)
    print('removed while used:', client.ask('DELETE', f'/api/packages/{package["digest"]}'))
    print('removed:', client.ask('DELETE', f'/api/packages/{source.json["digest"]}'))
    print('then:', client.get(f'/api/packages/{source.json["digest"]}'))
    print('again:', client.ask('DELETE', f'/api/packages/{source.json["digest"]}'))
    print('archives:', len(list((work / 'state/packages').rglob('*'))) > 0, list((work / 'state').glob('incoming/*')))
    print('stopped:', server.stop())
