import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A file of a workspace, as one of the folder that outlives calls. Its whole path is one name there, so that no path that a
 * model makes up leads out of the folder, which agentc sees, too.
 */
const nameOf = (file: string) => encodeURIComponent(path.posix.normalize(file)) + '.file';
const locate = (file: string) => path.join(os.homedir(), nameOf(file));

export function write(name: string, content: string): void {
  fs.writeFileSync(locate(name), content);
}

export function read(name: string): string {
  if (!exists(name)) throw new Error(`there is no file ${name}`);
  return fs.readFileSync(locate(name), 'utf8');
}

export function exists(name: string): boolean {
  return fs.existsSync(locate(name));
}

export function remove(name: string): void {
  for (const kept of fs.readdirSync(os.homedir())) if (kept === nameOf(name)) fs.rmSync(path.join(os.homedir(), kept));
}

/** The files below a folder, sorted. */
export function list(directory: string): string[] {
  const below = path.posix.normalize(directory + '/');
  const names = fs.readdirSync(os.homedir()).map((name) => decodeURIComponent(name.slice(0, -'.file'.length)));
  return names.filter((name) => name.startsWith(below)).sort();
}
