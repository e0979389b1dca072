import { spawnSync } from 'node:child_process';
const exec = (command) => ({ code: spawnSync(command, { shell: true }).status });
export default { exec, cmd: (file, ...args) => ({ code: spawnSync(file, args).status }) };
