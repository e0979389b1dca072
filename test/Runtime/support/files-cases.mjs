// The behaviour of `fs`, told as names and answers; compare-files.mjs has Node and the sandbox do it in a folder of the
// same name.
import fs from 'node:fs';

export const run = async ({ base }) => {
  const out = [];
  const tell = async (name, f) => {
    try {
      const v = await f();
      out.push([name, v instanceof Uint8Array ? `bytes ${Buffer.from(v).toString('hex').slice(0, 40)}` : (v ?? null)]);
    } catch (e) {
      out.push([
        name,
        {
          name: e.name,
          message: e.message,
          code: e.code,
          errno: e.errno,
          syscall: e.syscall,
          path: e.path,
          dest: e.dest,
        },
      ]);
    }
  };
  const cb = (f, ...args) => new Promise((ok, no) => f(...args, (e, ...r) => (e ? no(e) : ok(r))));
  await tell('mkdir', () => fs.mkdirSync(base));
  await tell('mkdir again', () => fs.mkdirSync(base));
  await tell('mkdir rec', () => fs.mkdirSync(base + '/a/b/c', { recursive: true }));
  await tell('mkdir rec again', () => fs.mkdirSync(base + '/a/b/c', { recursive: true }));
  await tell('mkdir no parent', () => fs.mkdirSync(base + '/x/y'));
  await tell('write', () => fs.writeFileSync(base + '/f.txt', 'hello'));
  await tell('read', () => fs.readFileSync(base + '/f.txt'));
  await tell('read utf8', () => fs.readFileSync(base + '/f.txt', 'utf8'));
  await tell('read opts', () => fs.readFileSync(base + '/f.txt', { encoding: 'base64' }));
  await tell('read url', () => fs.readFileSync(new URL('file://' + base + '/f.txt'), 'utf8'));
  await tell('read none', () => fs.readFileSync(base + '/none'));
  await tell('read dir', () => fs.readFileSync(base));
  await tell('read under file', () => fs.readFileSync(base + '/f.txt/x'));
  await tell('read bad', () => {
    try {
      fs.readFileSync({});
    } catch (e) {
      return [e.name, e.code];
    }
  });
  await tell('read nul', () => {
    try {
      fs.readFileSync('a\0b');
    } catch (e) {
      return [e.name, e.code];
    }
  });
  await tell('append', () => {
    fs.appendFileSync(base + '/f.txt', ' world');
    return fs.readFileSync(base + '/f.txt', 'utf8');
  });
  await tell('wx', () => fs.writeFileSync(base + '/f.txt', 'x', { flag: 'wx' }));
  await tell('exists', () => [
    fs.existsSync(base),
    fs.existsSync(base + '/none'),
    fs.existsSync(),
    fs.existsSync(base + '/f.txt/x'),
  ]);
  await tell('stat', () => {
    const s = fs.statSync(base + '/f.txt');
    return [s.isFile(), s.isDirectory(), s.size, s.isSymbolicLink(), typeof s.mtimeMs, s.mtime instanceof Date];
  });
  await tell('stat dir', () => {
    const s = fs.statSync(base);
    return [s.isFile(), s.isDirectory()];
  });
  await tell('stat none', () => fs.statSync(base + '/none'));
  await tell('stat quiet', () => fs.statSync(base + '/none', { throwIfNoEntry: false }));
  await tell('readdir', () => fs.readdirSync(base));
  await tell('readdir types', () =>
    fs.readdirSync(base, { withFileTypes: true }).map((d) => [d.name, d.isDirectory(), d.isFile(), d.parentPath]),
  );
  await tell('readdir rec', () => fs.readdirSync(base, { recursive: true }).sort());
  await tell('readdir file', () => fs.readdirSync(base + '/f.txt'));
  await tell('readdir none', () => fs.readdirSync(base + '/none'));
  await tell('access', () => fs.accessSync(base + '/none'));
  await tell('access x', () => fs.accessSync(base + '/f.txt', fs.constants.X_OK));
  await tell('copy', () => {
    fs.copyFileSync(base + '/f.txt', base + '/g.txt');
    return fs.readFileSync(base + '/g.txt', 'utf8');
  });
  await tell('copy excl', () => fs.copyFileSync(base + '/f.txt', base + '/g.txt', fs.constants.COPYFILE_EXCL));
  await tell('copy none', () => fs.copyFileSync(base + '/none', base + '/g.txt'));
  await tell('rename', () => { fs.renameSync(base + '/g.txt', base + '/a/h.txt'); return fs.readdirSync(base + '/a') });
  await tell('rename none', () => fs.renameSync(base + '/none', base + '/a/h.txt'));
  await tell('rename to dir', () => fs.renameSync(base + '/f.txt', base + '/a'));
  await tell('rename into self', () => fs.renameSync(base + '/a', base + '/a/b/z'));
  await tell('fd', () => {
    const fd = fs.openSync(base + '/f.txt', 'r+');
    const b = Buffer.alloc(5);
    const r = [
      fs.readSync(fd, b),
      b.toString(),
      fs.readSync(fd, b, 0, 5, 0),
      fs.readSync(fd, b),
      b.toString(),
      fs.writeSync(fd, 'XY', 0),
      fs.fstatSync(fd).size,
    ];
    fs.ftruncateSync(fd, 4);
    fs.closeSync(fd);
    return [...r, fs.readFileSync(base + '/f.txt', 'utf8')];
  });
  await tell('closed', () => fs.closeSync(77));
  await tell('write to r', () => {
    const fd = fs.openSync(base + '/f.txt');
    try {
      fs.writeSync(fd, 'x');
    } finally {
      fs.closeSync(fd);
    }
  });
  await tell('truncate grow', () => {
    fs.truncateSync(base + '/f.txt', 6);
    return fs.readFileSync(base + '/f.txt');
  });
  await tell('a+', () => {
    const fd = fs.openSync(base + '/a.log', 'a+');
    fs.writeSync(fd, 'one');
    fs.writeSync(fd, Buffer.from('two'));
    const b = Buffer.alloc(6);
    const n = fs.readSync(fd, b, 0, 6, 0);
    fs.closeSync(fd);
    return [n, b.toString()];
  });
  await tell('rm dir', () => fs.rmSync(base + '/a'));
  await tell('rmdir full', () => fs.rmdirSync(base + '/a'));
  await tell('rmdir file', () => fs.rmdirSync(base + '/f.txt'));
  await tell('unlink dir', () => {
    try {
      fs.unlinkSync(base + '/a');
    } catch (e) {
      return [e.syscall, ['EISDIR', 'EPERM'].includes(e.code)];
    }
  });
  await tell('unlink none', () => fs.unlinkSync(base + '/none'));
  await tell('rm none', () => fs.rmSync(base + '/none'));
  await tell('rm force', () => fs.rmSync(base + '/none', { force: true }));
  await tell('rm rec', () => {
    fs.rmSync(base + '/a', { recursive: true });
    return fs.readdirSync(base);
  });
  await tell('cp', () => {
    fs.mkdirSync(base + '/d/e', { recursive: true });
    fs.writeFileSync(base + '/d/e/f', 'x');
    fs.cpSync(base + '/d', base + '/k', { recursive: true });
    return fs.readdirSync(base + '/k', { recursive: true });
  });
  await tell('mkdtemp', () => {
    const p = fs.mkdtempSync(base + '/t-');
    return [p.length === base.length + 9, fs.statSync(p).isDirectory()];
  });
  await tell('realpath', () => fs.realpathSync(base + '/d/../d/e'));
  await tell('readlink', () => fs.readlinkSync(base + '/f.txt'));
  await tell('bigint', () => typeof fs.statSync(base, { bigint: true }).size);
  await tell('cb read', () => cb(fs.readFile, base + '/f.txt', 'latin1'));
  await tell('cb none', () => cb(fs.readFile, base + '/none'));
  await tell('cb missing', () => { try { fs.readFile(base) } catch (e) { return [e.name, e.code] } });
  await tell('cb mkdir', () => cb(fs.mkdir, base + '/m'));
  await tell('cb exists', () => new Promise((ok) => fs.exists(base, ok)));
  await tell('cb readdir', () => cb(fs.readdir, base + '/d'));
  await tell('cb fd', async () => {
    const [fd] = await cb(fs.open, base + '/f.txt', 'r');
    const r = await cb(fs.read, fd, Buffer.alloc(3), 0, 3, 0);
    await cb(fs.close, fd);
    return [r[0], r[1].toString()];
  });
  await tell('p read', () => fs.promises.readFile(base + '/f.txt', 'latin1'));
  await tell('p none', () => fs.promises.readFile(base + '/none'));
  await tell('p write', async () => {
    await fs.promises.writeFile(base + '/p', new Uint8Array([65, 66]));
    return fs.promises.readFile(base + '/p', 'utf8');
  });
  await tell('p handle', async () => {
    const h = await fs.promises.open(base + '/p', 'r+');
    const { bytesRead, buffer } = await h.read(Buffer.alloc(2), 0, 2, 0);
    await h.write('cd', 2);
    const s = await h.stat();
    const all = [];
    for await (const l of h.readLines({ start: 0 })) all.push(l);
    await h.close().catch(() => {});
    return [bytesRead, buffer.toString(), s.size, all];
  });
  await tell('p access', () => fs.promises.access(base + '/none'));
  await tell('p mkdtemp', async () => (await fs.promises.mkdtemp(base + '/u-')).length - base.length);
  await tell('p opendir', async () => {
    const n = [];
    for await (const e of await fs.promises.opendir(base + '/k')) n.push(e.name);
    return n;
  });
  await tell('stream', async () => {
    const parts = [];
    for await (const c of fs.createReadStream(base + '/p', { start: 1, end: 2 })) parts.push(c.toString());
    return parts;
  });
  await tell('stream enc', async () => {
    const parts = [];
    for await (const c of fs.createReadStream(base + '/p', 'utf8')) parts.push(c);
    return parts;
  });
  await tell('stream none', async () => {
    for await (const c of fs.createReadStream(base + '/none'));
  });
  await tell('wstream', async () => {
    const s = fs.createWriteStream(base + '/w');
    s.write('a');
    s.end('b');
    await new Promise((ok, no) => s.on('finish', ok).on('error', no));
    return fs.readFileSync(base + '/w', 'utf8');
  });
  await tell('wstream append', async () => {
    const s = fs.createWriteStream(base + '/w', { flags: 'a' });
    s.end('c');
    await new Promise((ok) => s.on('close', ok));
    return [s.bytesWritten, fs.readFileSync(base + '/w', 'utf8')];
  });
  await tell('utimes', () => {
    fs.utimesSync(base + '/w', 1, 2);
    return fs.statSync(base + '/w').mtimeMs;
  });
  await tell('bad flag', () => {
    try {
      fs.openSync(base, 'q');
    } catch (e) {
      return [e.name, e.code];
    }
  });
  await tell('root', () => {
    try {
      fs.writeFileSync('/nowhere/x', '');
    } catch (e) {
      return e.code;
    }
  });
  return out;
};
