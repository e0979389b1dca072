"""logins.py AGENTC FOLDER: lets `agentc pull` meet registries that want a login, honest and not, and prints how each
pull ended and who got to see what of the user's."""
import base64
import json
import os
import sys
import urllib.parse

from fake import NAME, Registry, World

world = World(*sys.argv[1:3])
registry = Registry(world)
tokens = Registry(world, 'tokens.test')
plain = Registry(world, '127.0.0.1', tls=False)
everybody = (registry, tokens, plain)
BASIC = 'Basic ' + base64.b64encode(b'anna:pass word').decode()
seen = {BASIC: "anna's password", 'Bearer t0ken': 'the token', None: 'nothing'}


def wants(challenge, accepts):
    """The registry answers only with one of these."""
    def refuse(h):
        if h.headers.get('Authorization') in accepts:
            return False
        words = b'{"errors": [{"code": "UNAUTHORIZED", "message": "who are you"}]}'
        return h.answer(401, words, WWW_Authenticate=challenge)
    registry.on('.', refuse)


def give(body, status=200, **headers):
    def token(h):
        asked.append((h.command, h.path, h.body.decode()))
        h.answer(status, body if isinstance(body, bytes) else json.dumps(body).encode(), **headers)
    asked = []
    for method in ('GET', 'POST'):
        tokens.on('/token', token, method)
    return asked


def bearer(realm=None, more=''):
    return f'Bearer realm="{realm or tokens.url + "/token"}",service="the registry"' + more


def told(logs):
    return ', '.join(sorted({seen.get(sent, f'{sent!r}') for _, _, sent in logs})) or 'nothing'


def case(title, **environment):
    helpers = f'{world.folder / "bin"}{os.pathsep}{world.environment["PATH"]}'
    world.pull(title, registry, others=[tokens], PATH=helpers, **environment)
    print(f'  registry: {told(registry.log)}; tokens: {told(tokens.log)}; plain: {told(plain.log)}')
    for each in everybody:
        each.reset(world)


def helper(name, script):
    (world.folder / 'bin').mkdir(exist_ok=True)
    path = world.folder / 'bin' / f'docker-credential-{name}'
    path.write_text('#!/bin/sh\n' + script)
    path.chmod(0o755)


ANNA = {'auths': {registry.address: {'auth': base64.b64encode(b'anna:pass word').decode()}}}
for each in everybody:
    each.reset(world)

print('== passwords')
world.log_in(ANNA)
wants('Basic realm="x"', [BASIC])
case('known')
case('not wanted')
world.log_in({'auths': {'https://' + registry.address + '/v1/': {'username': 'anna', 'password': 'pass word'}}})
wants('Basic realm="x"', [BASIC])
case('known by a URL')
world.log_in({'auths': {'elsewhere.test': ANNA['auths'][registry.address]}})
wants('Basic realm="x"', [BASIC])
case('known for somebody else')
world.log_in(ANNA)
wants('Basic realm="x"', [])
case('wrong')
wants('Negotiate', [])
case('of a kind that nobody knows')
world.log_in('{"auths"')
wants('Basic realm="x"', [BASIC])
case('settings that are broken')
world.log_in({'auths': {registry.address: {'auth': '***'}}})
wants('Basic realm="x"', [BASIC])
case('settings that are not base64')
world.log_in(ANNA)
wants('Basic realm="x"', [BASIC])
registry.on('/blobs/' + world.manifest()['layers'][0]['digest'], lambda h: h.answer(307, Location=f'{tokens.url}/blob'))
tokens.on('/blob', lambda h: h.answer(200, world.package))
case('and the blob is elsewhere')
wants('Basic realm="x"', [BASIC])
registry.on('/blobs/' + world.manifest()['layers'][0]['digest'], lambda h: h.answer(307, Location=f'{tokens.url}/blob'))
tokens.on('/blob', lambda h: h.answer(401, WWW_Authenticate='Basic realm="x"'))
case('and who has the blob wants one, too')

print('== helpers')
world.log_in({'credsStore': 'any', 'credHelpers': {registry.address: 'ours'}})
helper('ours', 'read url; [ "$1" = get ] &&'
               'printf \'{"ServerURL": "%s", "Username": "anna", "Secret": "pass word"}\' "$url"')
wants('Basic realm="x"', [BASIC])
case('one')
helper('ours', 'echo "credentials not found in native keychain"; exit 1')
wants('Basic realm="x"', [BASIC])
case('one that has none')
helper('ours', 'echo "secret-of-the-user"; exit 3')
wants('Basic realm="x"', [BASIC])
case('one that fails')
helper('ours', 'echo "secret-of-the-user"')
wants('Basic realm="x"', [BASIC])
case('one that talks')
world.log_in({'credsStore': 'gone'})
wants('Basic realm="x"', [BASIC])
case('one that is not there')
world.log_in({'credsStore': '../../bin/sh'})
wants('Basic realm="x"', [BASIC])
case('one that is a path')

print('== tokens')
world.log_in(ANNA)
wants(bearer(), ['Bearer t0ken'])
asked = give({'token': 't0ken'})
case('with a password')
print('  asked for', urllib.parse.parse_qsl(asked[0][1].split('?')[1]))
world.log_in({})
wants('Basic realm="x", ' + bearer(more=',scope="repository:everything:*"'), ['Bearer t0ken'])
asked = give({'access_token': 't0ken'})
case('without one')
print('  asked for', urllib.parse.parse_qsl(asked[0][1].split('?')[1]))
world.log_in({'auths': {registry.address: {'identitytoken': 'i/d'}}})
wants(bearer(), ['Bearer t0ken'])
asked = give({'access_token': 't0ken'})
case('with an identity token')
print('  asked by', asked[0][0], sorted(urllib.parse.parse_qsl(asked[0][2])))
world.log_in({})
wants(bearer(), ['Bearer t0ken'])
give({}, 401)
case('not for everybody')
world.log_in(ANNA)
for title, body in (('that end the header', {'token': 't0ken\r\nX-Evil: 1'}), ('that are none', {'token': 7}),
                    ('that are a page', b'<html>'), ('that never end', b'x' * 100000)):
    wants(bearer(), ['Bearer t0ken'])
    give(body)
    case(title)
wants(bearer(), ['Bearer t0ken'])
give(b'', 302, Location=plain.url + '/token')
case('from elsewhere')
wants(bearer(plain.url + '/token'), ['Bearer t0ken'])
case('by plain http')
wants(bearer('https://tokens.test\\\\@evil.test/\\"'), ['Bearer t0ken'])
case('from two hosts')
wants('Bearer service="x"', ['Bearer t0ken'])
case('from nowhere')
wants(bearer(), [])
give({'token': 't0ken'})
case('that do not help')
