// agentc-disable-next-line eval-call -- it is tested
eval(a)
eval(b) // agentc-disable-line AC4101, eval-call -- twice
/* agentc-disable-next-line nothing */ new Function(c)()
//--- package.json
{"name":"a","version":"1.0.0","main":"index.js"}
//--- agentc.json
{"rules":{"eval-call":"warning","function-constructor":"off"},"waivers":"waivers.json"}
//--- waivers.json
{"schema": "agentc.waivers/1", "waivers": [{"rule": "eval-call", "fingerprint": "0000000000000000000000000000000000000000000000000000000000000000", "file": "index.js", "reason": "r", "who": "w", "created": "2026-01-01", "expires": "2026-12-31"}], "dependencies": [{"name": "x", "range": "^1", "reason": "r", "who": "w", "created": "2026-01-01", "expires": "2026-02-30"}]}
//--- baseline.json
{"schema": "agentc.baseline/1", "bundles": {"a": ["0000000000000000000000000000000000000000000000000000000000000000"]}}
