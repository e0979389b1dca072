"""proxies.py AGENTC FOLDER: pulls through a proxy that the environment names, and prints how each pull ended and what
the proxy was told."""
import http.server
import socket
import sys
import threading

from fake import Registry, World

world = World(*sys.argv[1:3])
registry = Registry(world).load(world)
told, refuses = [], [False]


class Proxy(http.server.BaseHTTPRequestHandler):
    def do_CONNECT(self):
        seen = [self.headers.get(name) for name in ('Authorization', 'Proxy-Authorization')]
        told.append(f'{self.path.split(":")[0]} {seen[0]} {seen[1]}')
        if refuses[0]:
            return self.send_error(403)
        with socket.create_connection(('127.0.0.1', int(self.path.split(':')[1]))) as there:
            self.send_response(200)
            self.send_header('X-Proxy', 'yes')
            self.end_headers()
            back = threading.Thread(target=copy, args=(there, self.connection))
            back.start()
            copy(self.connection, there)
            back.join()

    def log_message(self, *arguments):
        pass


def copy(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Proxy)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
proxy = f'http://127.0.0.1:{server.server_port}'


def case(title, *more, **environment):
    out = world.folder / 'pulled.zip'
    out.unlink(missing_ok=True)
    done = world.run('pull', '--quiet', '--ca', 'ca.pem', *more, '-o', 'pulled.zip',
                     f'{registry.address}/team/shop:1.0.0', **environment)
    words = done.stderr.strip().replace(registry.address, 'registry.test')
    is_whole = out.exists() and out.read_bytes() == world.package
    print(f'{title}: {done.returncode}, {is_whole}, told {sorted(set(told)) or "nothing"} {words}')
    told.clear()


case('by https_proxy', https_proxy=proxy)
case('by ALL_PROXY, with a password of its own', ALL_PROXY=proxy.replace('//', '//me:mine@'))
world.log_in({'auths': {registry.address: {'auth': 'YW5uYTpwdw=='}}})
registry.demand_login()
case('with a login', https_proxy=proxy)
case('not for this host', '--resolve', f'{registry.address}:127.0.0.1', https_proxy=proxy,
     no_proxy='elsewhere.test,registry.test')
local = Registry(world, '127.0.0.1', tls=False).load(world)
done = world.run('pull', '--quiet', '-o', 'local.zip', f'{local.address}/team/shop:1.0.0', https_proxy=proxy,
                 http_proxy=proxy)
print(f'on this machine: {done.returncode}, told {told or "nothing"}')
refuses[0] = True
case('refused', https_proxy=proxy)
