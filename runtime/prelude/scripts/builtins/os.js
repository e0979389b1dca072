// Node's `os`, of a machine that is made up: the same everywhere, and nobody's.
import { errno, priority, signals } from './constants.js';
import { refusal } from './refused.js';

const user = { uid: 1000, gid: 1000, username: 'agent', homedir: '/home/agent', shell: null };
const memory = 128 * 1024 * 1024;

export const module = {
  EOL: '\n', devNull: '/dev/null', constants: { signals, errno, priority, dlopen: {}, UV_UDP_REUSEADDR: 4 },
  arch: () => 'x64', availableParallelism: () => 1, endianness: () => 'LE', freemem: () => memory, homedir: () => user.homedir,
  cpus: () => [{ model: '', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }], hostname: () => 'localhost',
  loadavg: () => [0, 0, 0], machine: () => 'x86_64', networkInterfaces: () => ({}), platform: () => 'linux',
  release: () => '6.1.0', tmpdir: () => '/tmp', totalmem: () => memory, type: () => 'Linux', uptime: () => 0, version: () => '',
  getPriority: () => 0, setPriority() { throw refusal('os', 'setPriority'); }, userInfo: () => ({ ...user }),
};
