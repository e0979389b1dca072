"""Runs under a server that is killed before a write to its journal, and started again."""
import http.client
import os
import shutil
import time

from scripted_models import events_of
from serving import Server


class KilledRuns:
    """Each run begins from the state in `work / 'prepared'`. Each event is handed to `on_event(server, run, event)`."""

    def __init__(self, agentc, work, library, flags, on_event=lambda server, run, event: None):
        self.agentc, self.work, self.library, self.flags, self.on_event = agentc, work, library, flags, on_event
        self.kills = self.writes = 0

    def follow(self, server, run, seen):
        """Adds the events that come until the stream ends."""
        connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
        headers = {'authorization': f'Bearer {server.key}', 'last-event-id': str(len(seen))}
        connection.request('GET', f'/api/runs/{run}/events', headers=headers)
        for event in events_of(connection.getresponse()):
            seen.append(event)
            self.on_event(server, run, event)

    def every(self, step, body, end):
        """Runs `body` with a kill at every step-th write until it outlives all. `end(at, server, run, seen)` is called
        for each run that the server knows then, with the events that its client had seen before the kill."""
        at = 1
        while self.attempt(at, body, end):
            at += step
        self.writes = at

    def attempt(self, at, body, end):
        """False if the run has outlived the write."""
        state = self.work / f'state-{at}'
        shutil.copytree(self.work / 'prepared', state)
        os.environ.update(LD_PRELOAD=self.library, AGENTC_DIES_AT=str(at))
        server = Server(self.agentc, state, *self.flags)
        del os.environ['LD_PRELOAD'], os.environ['AGENTC_DIES_AT']
        seen, run = [], None
        try:
            run = server.client().post('/api/runs', body).json['id']
            self.follow(server, run, seen)
        except (OSError, http.client.HTTPException, ValueError):
            pass
        deadline = time.time() + 10
        while server.process.poll() is None and time.time() < deadline and not (seen and seen[-1][1] == 'run.complete'):
            time.sleep(0.05)
        has_died = server.process.poll() is not None
        if has_died:
            self.kills += 1
            server.process.stderr.close()
            server.start()
        runs = server.client().get('/api/runs').json['runs']
        if run is None and runs:  # it was in the journal, and its client was not told
            run = runs[0]['id']
        if run is not None:
            end(at, server, run, seen)
        server.stop()
        shutil.rmtree(state)
        return has_died
