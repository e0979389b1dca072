// line-hashes write FILE: writes a source with a finding on most lines, with all ends of lines, blanks and characters
// that count. line-hashes compare FILE SARIF: computes each line's hash from its definition (the first hundred UTF-16
// units that are neither space nor tab, from the line's start on, as the digits of a number to the base 37 modulo 2^64;
// line ends count as LF, the end of the file as 65535, and zeros follow; then how many lines up to it have that hash)
// and compares it with SARIF's.
import { readFileSync, writeFileSync } from 'node:fs';

const [verb, file, sarif] = process.argv.slice(2);

function write() {
  const ends = ['\n', '\r\n', '\r', '\n\n', '\n \t \n'];
  let text = '\uFEFF';
  for (let i = 0; i < 300; ++i) {
    const filler = ['', ' /* 😀 ünï */', '\t// ' + 'x'.repeat(i % 130), ' /* \u2028 */'][i % 4];
    text += `${' '.repeat(i % 5)}eval(${i % 7});${filler}${ends[i % ends.length]}`;
  }
  writeFileSync(file, text + 'eval(1)');
}

function hashes(text) {
  const lines = text.split(/\r\n|\r|\n/);
  const rest = lines.map(
    (_, i) =>
      lines
        .slice(i, i + 120)
        .join('\n')
        .replaceAll(/[ \t]/g, '') + (i + 120 >= lines.length ? '\uFFFF' : ''),
  );
  const counts = new Map();
  return rest.map((characters) => {
    let hash = 0n;
    for (let i = 0; i < 100; ++i)
      hash = BigInt.asUintN(64, hash * 37n + BigInt(i < characters.length ? characters.charCodeAt(i) : 0));
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
    return `${hash.toString(16)}:${counts.get(hash)}`;
  });
}

if (verb === 'write') write();
else {
  const expected = hashes(readFileSync(file, 'utf8'));
  const results = JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results;
  const different = results.filter(
    (one) =>
      expected[one.locations[0].physicalLocation.region.startLine - 1] !==
      one.partialFingerprints.primaryLocationLineHash,
  );
  for (const one of different.slice(0, 5))
    console.log(JSON.stringify(one.locations[0].physicalLocation.region), one.partialFingerprints);
  console.log(`${results.length} lines, ${different.length} differ`);
}
