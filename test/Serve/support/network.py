"""Network namespaces for a test: one for each node and one for a server that they share, with links that can be cut. A
node has one to this namespace, where clients are (`front`), and one to the server (`back`). Takes root and `ip`."""
import atexit
import ctypes
import os
import socket
import subprocess
import threading

CLONE_NEWNET = 0x40000000


class Network:
    def __init__(self, nodes):
        self.name, self.nodes, subnet = f'ac{os.getpid()}', nodes, os.getpid() % 250
        self.server, self.front, self.back = f'{self.name}-s', f'10.201.{subnet}', f'10.202.{subnet}'
        self.here = f'{self.front}.1'
        atexit.register(self.end)
        self.ip(
            f'link add {self.name} type bridge',
            f'addr add {self.here}/24 dev {self.name}',
            f'link set {self.name} up',
            f'netns add {self.server}',
            f'-n {self.server} link add back type bridge',
            f'-n {self.server} addr add {self.back}.1/24 dev back',
            f'-n {self.server} link set back up',
        )
        for node in range(nodes):
            space = self.space(node)
            self.ip(
                f'netns add {space}',
                f'-n {space} link set lo up',
                f'link add {self.name}f{node} type veth peer name front netns {space}',
                f'link set {self.name}f{node} master {self.name} up',
                f'-n {space} addr add {self.address(node)}/24 dev front',
                f'-n {space} link set front up',
                f'-n {self.server} link add b{node} type veth peer name back netns {space}',
                f'-n {self.server} link set b{node} master back up',
                f'-n {space} addr add {self.back}.{10 + node}/24 dev back',
                f'-n {space} link set back up',
            )

    @staticmethod
    def ip(*commands):
        for command in commands:
            subprocess.run(['ip', *command.split()], check=True)

    def space(self, node):
        return f'{self.name}-{node}'

    def address(self, node):
        return f'{self.front}.{10 + node}'

    @property
    def server_address(self):
        return f'{self.back}.1'

    @staticmethod
    def inside(space):
        """Words before a command, by which it runs in a namespace, as the process that they start."""
        return ['nsenter', f'--net=/run/netns/{space}']

    def set_link(self, node, which, state):
        """Cuts a node's link (`down`), or mends it (`up`)."""
        self.ip(
            f'link set {self.name}f{node} {state}' if which == 'front' else f'-n {self.server} link set b{node} {state}'
        )

    def listen(self, node, port):
        """A socket of this process that listens at a port of 127.0.0.1 in a node's namespace."""
        made = []

        def work():
            with open(f'/run/netns/{self.space(node)}') as space:
                if ctypes.CDLL(None, use_errno=True).setns(space.fileno(), CLONE_NEWNET) == 0:
                    made.append(socket.create_server(('127.0.0.1', port), backlog=1024))

        thread = threading.Thread(target=work)  # the namespace is a thread's, and a socket's for good
        thread.start()
        thread.join()
        return made[0]

    def end(self):
        for space in [self.space(node) for node in range(self.nodes)] + [self.server]:
            subprocess.run(['ip', 'netns', 'del', space], stderr=subprocess.DEVNULL)
        subprocess.run(['ip', 'link', 'del', self.name], stderr=subprocess.DEVNULL)
