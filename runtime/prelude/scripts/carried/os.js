// Node's `os`, of a machine that says nothing of itself.
import { refusal } from './refused.js';

export const module = {
  EOL: '\n', devNull: '/dev/null', constants: { signals: {}, errno: {}, priority: {}, dlopen: {} },
  arch: () => 'x64', availableParallelism: () => 1, cpus: () => [], endianness: () => 'LE', freemem: () => 0,
  homedir: () => '/', hostname: () => 'localhost', loadavg: () => [0, 0, 0], machine: () => 'x86_64',
  networkInterfaces: () => ({}), platform: () => 'linux', release: () => '0.0.0', tmpdir: () => '/tmp', totalmem: () => 0,
  type: () => 'Linux', uptime: () => 0, version: () => '',
  userInfo() { throw refusal('os', 'userInfo'); },
};
