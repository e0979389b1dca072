// github-commands FILE: reads lines as GitHub's runner does and prints the commands that it would obey, one JSON object
// a line. The grammar is that of the runner's two parsers: `::name key=value,key=value::data` after white space at the
// start of a line, and `##[name key=value;key=value]data` anywhere in one. Names of commands don't depend on case.
// `--annotations` fails on any command but annotations and groups, and on an annotation that GitHub would change or not
// show.
import { readFileSync } from 'node:fs';

const names = [
  'error', 'warning', 'notice', 'debug', 'group', 'endgroup', 'add-mask', 'add-matcher', 'remove-matcher', 'add-path',
  'set-env', 'set-output', 'save-state', 'echo', 'stop-commands', 'internal-set-repo-path',
];
const unescapeWith = (codes) => (text) =>
  codes.reduce((rest, [code, character]) => rest.replaceAll(code, character), text);
const data = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
];
const property = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
];
const older = [
  ['%3B', ';'],
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%5D', ']'],
  ['%25', '%'],
];

function read(info, rest, separator, ofProperty, ofData) {
  const space = info.indexOf(' ');
  const name = (space < 0 ? info : info.slice(0, space)).toLowerCase();
  if (!names.includes(name)) return undefined;
  const properties = {};
  if (space > 0)
    for (const part of info.slice(space + 1).trim().split(separator)) {
      const equals = part.indexOf('=');
      if (equals > 0) properties[part.slice(0, equals)] = unescapeWith(ofProperty)(part.slice(equals + 1));
    }
  return { name, properties, data: unescapeWith(ofData)(rest) };
}

function command(line) {
  const text = line.trimStart();
  if (text.startsWith('::')) {
    const end = text.indexOf('::', 2);
    const found = end < 0 ? undefined : read(text.slice(2, end), text.slice(end + 2), ',', property, data);
    if (found) return found;
  }
  const begin = line.indexOf('##[');
  const end = begin < 0 ? -1 : line.indexOf(']', begin);
  return end < 0 ? undefined : read(line.slice(begin + 3, end), line.slice(end + 1), ';', older, older);
}

function faults({ name, properties, data: message }) {
  if (name === 'group' || name === 'endgroup') return [];
  if (!['error', 'warning', 'notice'].includes(name)) return [`obeys ${name}`];
  const { file, line, endLine, col, endColumn, title, ...others } = properties;
  const wrong = Object.keys(others).map((key) => `unknown property ${key}`);
  if (!title || !message) wrong.push('no title or no message');
  if (!file && line) wrong.push('a line of no file');
  if (col && line !== endLine) wrong.push('columns of several lines');
  if (Number(endLine) < Number(line) || Number(endColumn) < Number(col)) wrong.push('ends before it begins');
  for (const number of [line, endLine, col, endColumn])
    if (number !== undefined && !/^[1-9][0-9]*$/.test(number)) wrong.push(`not a number: ${number}`);
  return wrong;
}

const check = process.argv[2] === '--annotations';
const file = process.argv.at(-1);
const shown = { error: 0, warning: 0, notice: 0 };
let failed = false;
// .NET ends a line at CR, LF and CRLF.
for (const line of readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r\n|\r|\n/)) {
  const found = command(line);
  if (!found) continue;
  console.log(JSON.stringify(found));
  if (!check) continue;
  if (found.name in shown) ++shown[found.name];
  for (const fault of faults(found)) {
    failed = true;
    console.error(`${fault}: ${line}`);
  }
}
for (const [kind, count] of Object.entries(shown))
  if (count > 10) {
    failed = true;
    console.error(`${count} annotations of the kind ${kind}`);
  }
process.exit(failed ? 1 : 0);
