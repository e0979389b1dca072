import { spawnSync } from 'node:child_process';
const quote = (word) => `'${String(word).replaceAll("'", `'\\''`)}'`;
export const $ = Object.assign(
  async (strings, ...holes) =>
    spawnSync(String.raw({ raw: strings }, ...holes.map((hole) => $.quote(hole))), { shell: true }).stdout,
  { quote },
);
