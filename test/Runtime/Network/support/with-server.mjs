// Runs a command while the servers of fetch-server.mjs run: $PORT and $TLS_PORT are theirs, the file $CA holds the
// authority of the one of https, whose certificate is for `localhost`.
// usage: with-server.mjs FOLDER COMMAND WORD…
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServers } from './fetch-server.mjs';

const [folder, command, ...words] = process.argv.slice(2);
const servers = await startServers();
const authority = join(folder, 'authority.pem');
writeFileSync(authority, servers.authority);
const child = spawn(command, words, {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: servers.ports.origin,
    OTHER_PORT: servers.ports.other,
    TLS_PORT: servers.ports.tls,
    CA: authority,
  },
});
const [code] = await once(child, 'close');
process.exit(code ?? 1);
