// test262's tests: what each file's head says (test262's INTERPRETING.md), and which of them are skipped.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

const listOf = (head, name) => {
  const inline = new RegExp(`^${name}:\\s*\\[([^\\]]*)\\]`, 'm').exec(head);
  if (inline) return inline[1].split(',').map((each) => each.trim()).filter(Boolean);
  const lines = new RegExp(`^${name}:\\s*\\n((?:\\s+-\\s+.*\\n?)+)`, 'm').exec(head);
  return lines ? lines[1].split('\n').map((each) => each.replace(/^\s*-\s*/, '').trim()).filter(Boolean) : [];
};

function headOf(text) {
  const head = (/\/\*---\r?\n?([\s\S]*?)---\*\//.exec(text)?.[1] ?? '').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const negative = /^negative:\s*\n((?:\s+.*\n?)+)/m.exec(head)?.[1];
  return { flags: listOf(head, 'flags'), includes: listOf(head, 'includes'), features: listOf(head, 'features'),
    negative: negative && { phase: /phase:\s*(\w+)/.exec(negative)[1], type: /type:\s*(\w+)/.exec(negative)[1] } };
}

const withoutHead = (text) => text.replace(/\/\*---[\s\S]*?---\*\//, '').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

function reasonToSkip(rules, { features, includes }, text) {
  const rule = rules.find(
    ({ feature, include, text: pattern }) =>
      features.includes(feature) ||
      includes.includes(include) ||
      (pattern && new RegExp(pattern).test(withoutHead(text))),
  );
  return rule?.reason;
}

const specifiers = /(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/[^'"]+)\1/g;

// The files that a module names, and that those name: path below the test's folder → text.
function filesAround(root, path, text, found = {}) {
  for (const [, , specifier] of text.matchAll(specifiers)) {
    const other = posix.normalize(posix.join(posix.dirname(path), specifier));
    if (other.startsWith('..') || Object.hasOwn(found, other) || !/\.(js|json)$/.test(other)) continue;
    let content;
    try { content = readFileSync(join(root, other), 'utf8'); } catch { continue; }
    found[other] = content;
    filesAround(root, other, content, found);
  }
  return found;
}

const modes = ({ flags }) => (flags.includes('module') ? ['module'] : flags.includes('onlyStrict') ? ['strict']
  : flags.includes('noStrict') || flags.includes('raw') ? ['sloppy'] : ['sloppy', 'strict']);

function* pathsIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* pathsIn(path);
    else if (entry.name.endsWith('.js') && !entry.name.includes('_FIXTURE')) yield path;
  }
}

// Every `every`th file below test/FOLDER whose path holds `part`, in each mode that it asks for; `skip(path, reason)`
// hears of the rest.
export function* testsIn(root, { folders, skipped }, { every, part }, skip) {
  let number = 0;
  for (const folder of folders)
    for (const path of pathsIn(join(root, 'test', folder))) {
      const id = path.slice(join(root, 'test').length + 1);
      if (number++ % every !== 0 || (part && !id.includes(part))) continue;
      const text = readFileSync(path, 'utf8'), head = headOf(text), reason = reasonToSkip(skipped, head, text);
      if (reason) {
        skip(id, reason);
        continue;
      }
      const harness = head.flags.includes('raw') ? [] : ['assert.js', 'sta.js', ...head.includes];
      if (head.flags.includes('async')) harness.push('doneprintHandle.js');
      for (const mode of modes(head)) {
        const isModule = mode === 'module', name = isModule || /\bimport\b/.test(text) ? basename(path) : 'test.js';
        const files = name === 'test.js' ? {} : filesAround(dirname(path), name, text);
        yield {
          id: mode === 'strict' ? `${id} (strict)` : id,
          folder: posix.dirname(id).split('/').slice(0, 2).join('/'),
          name,
          isModule,
          files,
          harness,
          waits: head.flags.includes('async'),
          negative: head.negative,
          text: (mode === 'strict' ? '"use strict";\n' : '') + text,
        };
      }
    }
}

const declared = /^(?:async\s+)?(?:var|let|const|function\*?|class)\s+([A-Za-z_$][\w$]*)/gm;

// A file of test262's harness as a module of CommonJS: what it declares is everybody's, as in a script.
export function harnessModule(root, { rewritten = {} }, name) {
  const [from, to] = rewritten[name] ?? ['', ''],
    text = readFileSync(join(root, 'harness', name), 'utf8').replace(from, to);
  const names = [...new Set([...text.matchAll(declared)].map(([, each]) => each))];
  return `${text}\n;` +
    `${names.map((each) => `Object.defineProperty(globalThis, '${each}', { value: ${each}, writable: true, ` +
      `configurable: true });`).join('\n')}`;
}

// Whether what came of a test is what its head asks for: `thrown` is the error's name, undefined for none.
export function isRight({ negative }, { thrown, why }) {
  return negative ? thrown === negative.type : thrown === undefined && why === undefined;
}
