// Runs a command while a server of HTTP/2 alone runs: $TLS_PORT, and the file $CA holds who certified it.
// usage: http2-server.mjs FOLDER COMMAND WORD…
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { join } from 'node:path';

const [folder, command, ...words] = process.argv.slice(2);
const key = join(folder, 'key.pem'),
  cert = join(folder, 'cert.pem');
execFileSync(
  'openssl',
  [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert,
    '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2',
  ],
  { stdio: 'pipe' },
);
const sessions = new Set();
const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
  sessions.add(request.stream.session);
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    response.writeHead(201, { 'content-type': 'application/json', 'x-twice': ['a', 'b'] });
    response.end(
      JSON.stringify({
        version: request.httpVersion,
        method: request.method,
        path: request.url,
        size: Buffer.concat(parts).length,
        kept: request.headers['x-own'],
        connection: request.headers.connection ?? null,
        sessions: sessions.size,
      }),
    );
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const child = spawn(command, words, {
  stdio: 'inherit',
  env: { ...process.env, TLS_PORT: server.address().port, CA: cert },
});
const [code] = await once(child, 'close');
process.exit(code ?? 1);
