// Files of the host that a person granted: each operation is a question to the broker, which judges it (lib/Runtime/Files.h).
import { ask } from 'agentc:powers';
import { systemError } from './errors.js';

const piece = 1048576;
function question(syscall, names, asked, bytes) {
  const answer = ask(JSON.stringify(asked), bytes);
  if (answer === undefined) throw systemError('EIO', syscall, ...names);
  const told = JSON.parse(answer[0]);
  if (told.code !== undefined) throw systemError(told.code, syscall, ...names);
  return { ...told, bytes: answer[1] };
}

class OpenFile {
  #handle;
  constructor(handle) { this.#handle = handle; }
  facts() { return question('fstat', [], { do: 'facts', handle: this.#handle }); }
  read(at, length) { return question('read', [], { do: 'read', handle: this.#handle, at, length: Math.min(length, piece) }).bytes; }
  write(bytes, at) {
    for (let done = 0; done < bytes.length; done += piece)
      question('write', [], { do: 'write', handle: this.#handle, at: at + done }, bytes.subarray(done, done + piece));
  }
  resize(size) { question('ftruncate', [], { do: 'resize', handle: this.#handle, size }); }
  sync() { question('fsync', [], { do: 'sync', handle: this.#handle }); }
  close() { question('close', [], { do: 'close', handle: this.#handle }); }
}

export const granted = {
  facts: (path, syscall, dest) => question(syscall, dest === undefined ? [path] : [path, dest], { do: 'facts', path }),
  open(path, { writes = false, creates = false, exclusive = false, truncates = false }) {
    return new OpenFile(question('open', [path], { do: 'open', path, writes, creates, exclusive, truncates }).handle);
  },
  names(path) {
    const { names } = question('scandir', [path], { do: 'list', path });
    return names.map(([name, isFolder]) => ({ name, isFolder })).sort((a, b) => (a.name < b.name ? -1 : 1));
  },
  makeFolder(path) { question('mkdir', [path], { do: 'mkdir', path }); },
  removeFolder(path) { question('rmdir', [path], { do: 'rmdir', path }); },
  removeFile(path) { question('unlink', [path], { do: 'unlink', path }); },
  rename(path, dest) { question('rename', [path, dest], { do: 'rename', path, dest }); },
  setTime(path, ms) { question('utime', [path], { do: 'utime', path, ms }); },
};
