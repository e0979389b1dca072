import { spawnSync } from 'node:child_process';
export const execa = async (file, args, options = args) =>
  spawnSync(file, Array.isArray(args) ? args : [], { shell: options?.shell });
export const execaCommand = async (command, options) => spawnSync(command, { shell: options?.shell });
export const $ = (options) => (strings, ...holes) => spawnSync(String.raw({ raw: strings }, ...holes), options);
