import { parse } from 'acorn';

const blockedNames = new Set(['eval', 'Function', 'globalThis', 'process', 'require', 'fetch', 'WebAssembly', 'setTimeout']);
const blockedMembers = new Set(['constructor', '__proto__', 'prototype']);

function look(node: any, found: Set<string>): void {
  if (!node || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) look(each, found);
    return;
  }
  if (node.type === 'Identifier' && blockedNames.has(node.name)) found.add(`uses ${node.name}`);
  if (node.type === 'MemberExpression' && !node.computed && blockedMembers.has(node.property.name)) found.add(`reads ${node.property.name}`);
  if (node.type === 'ImportExpression') found.add('imports at run time');
  if (node.type === 'ImportDeclaration' && !node.source.value.startsWith('./')) found.add(`imports ${node.source.value}`);
  for (const [name, part] of Object.entries(node)) if (name !== 'type') look(part, found);
}

/** What a program must not do without a person's approval; a program that does not parse fails its tests instead. */
export function violationsOf(source: string): string[] {
  const found = new Set<string>();
  try {
    look(parse(source, { ecmaVersion: 2022, sourceType: 'module' }).body, found);
  } catch {
    return [];
  }
  return [...found];
}
