// estree.mjs: syntax trees as `agentc validate --dump=syntax` prints them, from agentc and from acorn, in one form that
// can be compared line by line: depth, kind, place and fields of each node.
import { readFileSync } from 'node:fs';
import * as acorn from 'acorn';

const definitions = new URL('../../../include/agentc/Syntax/Nodes.def', import.meta.url);
// Where Nodes.def's names are not ESTree's.
const estreeName = {
  op: 'operator',
  isStatic: 'static',
  ns: 'namespace',
  propertyKind: 'kind',
  methodKind: 'kind',
  variableKind: 'kind',
  TopLevel: 'Program',
};

const nodes = new Map();
for (const [, name, fields] of readFileSync(definitions, 'utf8').matchAll(
  /^(?:NODE|EXPRESSION|STATEMENT)\((\w+)(.*)\)(?: *\/\/.*)?$/gm,
))
  nodes.set(
    estreeName[name] ?? name,
    [...fields.matchAll(/\b(CHILD|LIST|FLAG|TEXT|NUMBER|ENUM)\((?:\w+, )?(\w+)\)/g)].map(([, type, field]) => ({
      type,
      field: estreeName[field] ?? field,
      name: field,
    })),
  );

/** Reads a text's offsets as agentc counts: lines end at LF, CRLF and CR, columns are UTF-16 units. */
export class Places {
  constructor(text) {
    this.starts = [0];
    for (let at = 0; at < text.length; ++at) {
      const c = text.charCodeAt(at);
      if (c === 10 || (c === 13 && text.charCodeAt(at + 1) !== 10)) this.starts.push(at + 1);
    }
  }
  of(offset) {
    let low = 0, high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= offset) low = middle; else high = middle;
    }
    return `${low + 1}:${offset - this.starts[low] + 1}`;
  }
}

function literalFields(node) {
  if (node.regex) return ['regexp', node.regex.pattern, ...(node.regex.flags ? [`flags=${node.regex.flags}`] : [])];
  if (node.bigint !== undefined && node.bigint !== null) return ['bigint', node.raw.slice(0, -1).replaceAll('_', '')];
  if (typeof node.value === 'number') return ['number', String(node.value)];
  if (typeof node.value === 'string') return ['string', node.value];
  return [String(node.value)];
}

function fieldsOf(node, definition) {
  if (node.type === 'Literal') return literalFields(node);
  if (node.type === 'PrivateIdentifier') return [`#${node.name}`];
  const fields = [];
  for (const { type, field, name } of definition) {
    if (node.type === 'TemplateElement') {
      if (name === 'invalid' && node.value.cooked === null) fields.push('invalid');
      else if (name !== 'invalid') fields.push(node.value[name] ?? '');
    } else if (type === 'FLAG' && node[field]) fields.push(name);
    else if (type === 'TEXT' || type === 'ENUM') fields.push(String(node[field]));
  }
  return fields;
}

/** The lines of an ESTree tree. */
export function linesOfTree(program, text) {
  const places = new Places(text);
  const lines = [];
  const open = [[program, 1]];
  while (open.length) {
    let [node, depth] = open.pop();
    if (node.type === 'ChainExpression') node = node.expression;
    const definition = nodes.get(node.type);
    if (!definition) throw new Error(`Nodes.def has no ${node.type}`);
    if (node.kind === 'await using') node = { ...node, kind: 'await-using' };
    lines.push(
      JSON.stringify([
        depth,
        node.type,
        places.of(node.type === 'Program' ? 0 : node.start),
        ...fieldsOf(node, definition),
      ]),
    );
    const children = [];
    for (const { type, field } of definition)
      if (type === 'CHILD' && node[field]) children.push(node[field]);
      else if (type === 'LIST') children.push(...(node[field] ?? []).filter(Boolean));
    for (const child of children.reverse()) open.push([child, depth + 1]);
  }
  return lines;
}

/** acorn's tree of a text, or null if it is none for a goal of `module` or `commonjs`. */
export function parseByAcorn(text, goal) {
  try {
    return acorn.parse(text, { ecmaVersion: 'latest', sourceType: goal, allowHashBang: true });
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const escapes = { t: '\t', n: '\n', r: '\r', '\\': '\\', '"': '"' };
/** What a quoted text of the dump says; lone surrogates are printed as their bytes. */
function unquote(quoted) {
  return quoted
    .slice(1, -1)
    .replace(/\\x(e[de])\\x([0-9a-f]{2})\\x([0-9a-f]{2})|\\u\{([0-9a-f]+)\}|\\(.)/gs, (_, a, b, c, code, simple) =>
      a
        ? String.fromCharCode(((parseInt(a, 16) & 15) << 12) | ((parseInt(b, 16) & 63) << 6) | (parseInt(c, 16) & 63))
        : code
          ? String.fromCodePoint(parseInt(code, 16))
          : escapes[simple],
    );
}

/** Reads a dump: by path the goal, whether it has errors, and a function that gives the comparable lines. */
export function readDump(dump) {
  const files = new Map();
  let file;
  for (const line of dump.split('\n')) {
    const header = /^(\S.*) \((module|commonjs|json)\)( has errors)?$/.exec(line);
    if (header) {
      file = {
        goal: header[2],
        hasErrors: !!header[3],
        raw: [],
        types: [],
        lines: () => linesOfDump(files.get(header[1]).raw),
      };
      files.set(header[1], file);
    } else if (line.startsWith('  types ')) file.types.push(line);
    else if (line) file.raw.push(line);
  }
  return files;
}

function linesOfDump(raw) {
  return raw.map((line) => {
    const [, indent, kind, place, rest] = /^( *)(\w+) @(\d+:\d+)(.*)$/s.exec(line);
    const fields = [...rest.matchAll(/"(?:[^"\\]|\\.)*"|\S+/gs)].map(([field]) =>
      field[0] === '"' ? unquote(field) : field,
    );
    if (kind === 'Literal' && fields[0] === 'number') fields[1] = String(Number(fields[1].replace('inf', 'Infinity')));
    return JSON.stringify([indent.length / 2, kind, place, ...fields]);
  });
}

/** A TypeScript source with the dump's type spans blanked; a whole statement or a modifier that begins a line leaves a
 * `;`, and no line ends before `=>`. */
export function withoutTypes(text, types) {
  const { starts } = new Places(text);
  const at = (line, column) => starts[line - 1] + Number(column) - 1;
  let out = '', done = 0;
  for (const line of types) {
    const [, a, b, c, d, statement] = /@(\d+):(\d+)-(\d+):(\d+)( statement)?$/.exec(line);
    out += text.slice(done, at(a, b));
    const isModifier =
      /^(?:public|private|protected|readonly|override)$/.test(text.slice(at(a, b), at(c, d))) &&
      /(?:^|\n)[ \t]*$/.test(out.slice(-200));
    const opens =
      text[at(a, b)] === ':' &&
      /(?:^|\n)[ \t;]*(?:get|set|static)[?!]?[ \t]*$/.test(out.slice(-200)) &&
      /^[\r\n]\s*[^\s)]/.test(text.slice(at(c, d), at(c, d) + 200));
    out += statement || isModifier || opens ? ';' : ' ';
    done = at(c, d);
    const arrow =
      /^\s*=>/.exec(text.slice(done, done + 200)) ??
      (text[at(a, b)] === '<' &&
        /\basync\s*$/.test(text.slice(at(a, b) - 20, at(a, b))) &&
        /^\s*\(/.exec(text.slice(done, done + 200)));
    if (arrow && arrow[0].endsWith('(')) done += arrow[0].length - 1;
    else if (arrow) done += arrow[0].length - 2;
    else out += text.slice(at(a, b), done).replace(/[^\r\n]+/g, '');
  }
  return out + text.slice(done);
}

/** The first difference of two lists of lines, as `acorn … agentc …`, or null. */
export function firstDifference(acorns, ours) {
  for (let i = 0; i < Math.max(acorns.length, ours.length); ++i)
    if (acorns[i] !== ours[i]) return `acorn ${acorns[i] ?? 'ends'}  agentc ${ours[i] ?? 'ends'}`;
  return null;
}
