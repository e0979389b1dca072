"""slow.py PROGRAM CASE...: clients that are slow, silent, many, or leave; prints what each case comes to."""
import json
import pathlib
import select
import signal
import socket
import struct
import sys
import threading
import time

from client import PATIENCE, Answers, Program

HEAD = b'GET %s HTTP/1.1\r\nhost: localhost\r\n\r\n'
command = sys.argv[1]


def state(program):
    return json.loads(program.ask('/state')[2])


def waits_for(what, seconds=10):
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def took(begun, least, most):
    seconds = time.monotonic() - begun
    return 'in time' if least <= seconds <= most else f'after {seconds:.2f} s'


def trickle(program, parts, pause):
    """What comes back to a client that says part after part."""
    with program.connect() as connection:
        begun = time.monotonic()
        answers = Answers(connection)
        for part in parts:
            try:
                connection.sendall(part)
            except ConnectionError:
                break
            connection.settimeout(pause)
            try:
                answers.more()
                break
            except TimeoutError:
                pass
        connection.settimeout(PATIENCE)
        return answers.one(), begun


def slow_head():
    program = Program([command, 'headTime=600'])
    answer, begun = trickle(program, [bytes([byte]) for byte in HEAD % (b'/' + b'a' * 200)], 0.05)
    print('slow head:', answer[0], took(begun, 0.6, 2))
    program.stop()


def slow_body():
    program = Program([command, 'bodyTime=600'])
    head = b'POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n'
    answer, begun = trickle(program, [head] + [b'a'] * 100, 0.05)
    print('slow body:', answer[0], took(begun, 0.6, 2))
    # One that comes at a good pace may take longer.
    head = b'POST /large HTTP/1.1\r\nhost: localhost\r\ncontent-length: 204800\r\n\r\n'
    answer, begun = trickle(program, [head] + [b'a' * 20480] * 10, 0.15)
    print('a body that takes its time:', answer[0], took(begun, 1.2, 4))
    head = b'POST /echo HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n'
    body = b'3\r\nabc\r\n0;a=b\r\nafter: it\r\n\r\n'
    answer, _ = trickle(program, [head] + [bytes([one]) for one in body], 0.005)
    print('chunks and a trailer byte by byte:', answer[0])
    program.stop()


def idle():
    program = Program([command, 'idleTime=500'])
    begun = time.monotonic()
    with program.connect() as connection:
        print('idle from the start:', connection.recv(100), took(begun, 0.5, 2))
    with program.connect() as connection:
        connection.sendall(HEAD % b'/echo')
        answers = Answers(connection)
        print('idle after an answer:', answers.one()[0], end=' ')
        begun = time.monotonic()
        print(answers.one(), took(begun, 0.4, 2))
    program.stop()


def unread():
    program = Program([command, 'writeTime=800'])
    with program.connect() as connection:
        connection.sendall(HEAD % b'/stream?count=100000&size=10000')
        gone = waits_for(lambda: state(program)['gone'] == 1)
        print('a client that does not read:', 'gone' if gone else 'kept', end=', ')
    written = state(program)['written']
    print('written at most a few megabytes' if written < 12 << 20 else f'{written} bytes written')
    # A slow one gets all of it.
    with program.connect() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        connection.sendall(HEAD % b'/stream?count=500&size=10000')
        answers = Answers(connection)
        for _ in range(10):
            answers.more()
            time.sleep(0.1)
        body = answers.one()[2]
        print('a slow reader:', body.count('data: '), 'events')
    program.stop()


def pipelined():
    program = Program([command])
    with program.connect() as connection:
        paths = ['/later?ms=300'] + [f'/echo/{number}' for number in range(50)] + ['/later?ms=10', '/drop']
        connection.sendall(b''.join(HEAD % path.encode() for path in paths))
        connection.shutdown(socket.SHUT_WR)
        answers, order = Answers(connection), []
        while answer := answers.one():
            order.append(answer[2].split('"segments"')[-1] if '/echo' in answer[2] else answer[2].strip())
        numbers = [int(text.split('"')[3]) for text in order if '"echo"' in text]
        print('in order:', order[0], numbers == list(range(50)), order[-2], order[-1])
    program.stop()


def leaving():
    program = Program([command])
    for how in ('close', 'reset', 'half'):
        with program.connect() as connection:
            connection.sendall(HEAD % b'/later?ms=1000')
            time.sleep(0.1)
            if how == 'reset':
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
            if how == 'half':
                connection.shutdown(socket.SHUT_WR)
                print('who closes one side still gets', Answers(connection).one()[2].strip())
    print('gone:', state(program)['gone'])
    program.stop()


def many():
    program = Program([command, 'connections=8'])
    idle_ones = [program.connect() for _ in range(8)]
    with program.connect() as connection:
        connection.sendall(HEAD % b'/echo')
        print('an idle one makes room:', Answers(connection).one()[0], end=', ')
        closed = 0
        for one in idle_ones:
            one.settimeout(0.2)
            try:
                closed += one.recv(1) == b''
            except TimeoutError:
                pass
            one.close()
        print('closed:', closed)
    busy = [program.connect() for _ in range(8)]
    for one in busy:
        one.sendall(HEAD % b'/later?ms=1500')
    time.sleep(0.3)
    with program.connect() as connection:
        print('busy ones do not:', Answers(connection).one()[0])
    print('they are answered:', {Answers(one).one()[0] for one in busy})
    program.stop()


def bodies():
    program = Program([command, 'bodiesBytes=3000000'])
    head = b'POST /large HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2000000\r\n\r\n'
    ones = [program.connect() for _ in range(2)]
    for one in ones:
        one.sendall(head + b'a' * 1600000)
    refused = select.select(ones, [], [], PATIENCE)[0][0]
    other = ones[1 - ones.index(refused)]
    print('two large bodies:', Answers(refused).one()[0], end=', ')
    other.sendall(b'a' * 400000)
    print(Answers(other).one()[0])
    for one in ones:
        one.close()
    program.stop()


def streams():
    program = Program([command, 'connections=600'])
    status = pathlib.Path(f'/proc/{program.process.pid}/status')

    def resident():
        return int(status.read_text().split('VmRSS:')[1].split()[0])

    before = resident()
    listeners = [program.connect() for _ in range(500)]
    for one in listeners:
        one.sendall(HEAD % b'/lines')
    waits_for(lambda: state(program)['connections'] >= 501)
    each = (resident() - before) / 500
    print('500 idle streams:', 'at most 16 KB each' if each <= 16 else f'{each:.1f} KB each')
    program.process.stdin.write(b'from another process\n')
    program.process.stdin.flush()
    heard = 0
    for one in listeners:
        text = b''
        while b'process' not in text:
            text += one.recv(4096)
        heard += 1
    print('heard by', heard)
    program.process.stdin.close()
    print('ended:', sum(Answers(one).text is not None for one in listeners))
    for one in listeners:
        one.close()
    print('left:', waits_for(lambda: state(program)['connections'] == 1))
    program.stop()


def stopping():
    program = Program([command, 'grace=8000'])
    idle_one, busy, late = (program.connect() for _ in range(3))
    busy.sendall(HEAD % b'/later?ms=2000')
    late.sendall(HEAD[:20])
    time.sleep(0.7)
    program.process.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    print('an idle one:', idle_one.recv(1), end=', ')
    try:
        program.connect()
        print('a new one: let in', end=', ')
    except ConnectionError:
        print('a new one: not let in', end=', ')
    status, headers, _ = Answers(busy).one()
    print('a busy one:', status, headers['connection'])
    late.close()
    busy.close()
    print('exit code', program.process.wait(PATIENCE))
    program = Program([command, 'grace=300'])
    with program.connect() as connection:
        connection.sendall(HEAD % b'/later?ms=20000')
        time.sleep(0.1)
        begun = time.monotonic()
        program.process.send_signal(signal.SIGTERM)
        print('one that takes too long: exit code', program.process.wait(PATIENCE), took(begun, 0.2, 2))


def continuing():
    program = Program([command])
    with program.connect() as connection:
        connection.sendall(
            b'POST /echo HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n'
        )
        answers = Answers(connection)
        print('then:', answers.line(), answers.line() == '', end=', ')
        connection.sendall(b'hello')
        print(answers.one()[0])
    with program.connect() as connection:
        connection.sendall(
            b'POST /refused HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n'
        )
        print('refused:', Answers(connection).one()[0])
    with program.connect() as connection:
        connection.sendall(b'HEAD /echo HTTP/1.1\r\nhost: localhost\r\n\r\n' + HEAD % b'/echo/b')
        answers = Answers(connection)
        status, headers, body = answers.one(head=True)
        print('HEAD:', status, int(headers['content-length']) > 0, repr(body), '"/echo/b"' in answers.one()[2])
    program.stop()


for case in sys.argv[2:]:
    globals()[case]()
