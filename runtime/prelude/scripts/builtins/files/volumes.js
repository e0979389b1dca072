// Where files are: in memory, and in the folders of the host that a person granted.
import { fileGrants, noteFile } from 'agentc:powers';
import { granted } from './granted.js';
import { memory } from './memory.js';

const isWithin = (path, folder) => path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

export function volumeOf(path) {
  const grants = fileGrants();
  for (let i = 0; i < grants.length; ++i) if (isWithin(path, grants[i])) return granted;
  if (!isWithin(path, '/bundle') && !isWithin(path, '/tmp')) noteFile(path);
  return memory;
}
