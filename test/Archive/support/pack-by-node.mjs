// pack-by-node.mjs FOLDER OUT: packs a folder by three libraries of Node's world, as OUT/LIBRARY.zip; by yazl as zip64,
// too.
import { createWriteStream, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

const require = createRequire(new URL('../../package.json', import.meta.url));
const [folder, out] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
const read = (name) => readFileSync(join(folder, name));

const { zipSync } = require('fflate');
writeFileSync(
  join(out, 'fflate.zip'),
  zipSync(Object.fromEntries(files.map((name) => [name, new Uint8Array(read(name))]))),
);

const JSZip = require('jszip');
const archive = new JSZip();
for (const name of files) archive.file(name, read(name));
writeFileSync(
  join(out, 'jszip.zip'),
  await archive.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', streamFiles: true }),
);

const { ZipFile } = require('yazl');
for (const [archiveName, forceZip64Format] of [['yazl.zip', false], ['yazl64.zip', true]]) {
  const stream = new ZipFile();
  for (const name of files) stream.addFile(join(folder, name), name, { forceZip64Format });
  stream.end({ forceZip64Format });
  await finished(stream.outputStream.pipe(createWriteStream(join(out, archiveName))));
}
