"""What tests of several nodes ask them."""
import http.client
import socket
import threading
import time

from scripted_models import events_of


def follow(node, run, after=0, seconds=90):
    """The events of a run to its end; those that came, if it does not end."""
    connection = http.client.HTTPConnection('127.0.0.1', node.port, timeout=60)
    connection.request('GET', f'/api/runs/{run}/events?after={after}', headers={'authorization': f'Bearer {node.key}'})
    end = threading.Timer(seconds, connection.sock.shutdown, [socket.SHUT_RDWR])
    end.daemon = True
    end.start()
    events = list(events_of(connection.getresponse()))
    end.cancel()
    return events


def begin(node, input, **more):
    return node.client().post('/api/runs', {'agent': 'desk', 'input': input, **more}).json['id']


def until(condition, seconds=15):
    end = time.time() + seconds
    while not condition():
        if time.time() > end:
            return False
        time.sleep(0.01)
    return True


def kinds(events):
    return [kind for _, kind, _ in events if not kind.startswith('model.')]
