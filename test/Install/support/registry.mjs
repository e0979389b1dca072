// registry.mjs FOLDER COMMAND...: runs a command for which npm's registry is the packed packages (*.tgz) of a folder.
import { spawn, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [folder, ...command] = process.argv.slice(2);
const packages = new Map(readdirSync(folder).filter((file) => file.endsWith('.tgz')).map((file) => {
  const path = join(folder, file);
  const manifest = JSON.parse(execFileSync('tar', ['-xzOf', path, 'package/package.json']));
  const integrity = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  return [manifest.name, { path, file, manifest, integrity }];
}));

const server = createServer((request, response) => {
  const name = decodeURIComponent(request.url.slice(1));
  const tarball = [...packages.values()].find(({ file }) => name === `-/${file}`);
  if (tarball) return createReadStream(tarball.path).pipe(response);
  const found = packages.get(name);
  if (!found) return response.writeHead(404).end('{"error": "not found"}');
  const { manifest, file, integrity } = found;
  const dist = { tarball: `http://127.0.0.1:${server.address().port}/-/${file}`, integrity };
  const versions = { [manifest.version]: { ...manifest, dist } };
  response.end(JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions }));
});
server.listen(0, '127.0.0.1', () => {
  const registry = `http://127.0.0.1:${server.address().port}/`;
  const env = { ...process.env, npm_config_registry: registry, npm_config_audit: 'false', npm_config_fund: 'false',
    npm_config_update_notifier: 'false' };
  spawn(command[0], command.slice(1), { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1));
});
