// api-paths.mjs FILE: prints the API paths of ApiPaths.def that this Node does not have, and those out of order.
// Members of results, paths of packages and what belongs to loaders, other hosts and the sandbox are not looked up.
import fs from 'node:fs'
import { builtinModules, createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const paths = [...fs.readFileSync(process.argv[2], 'utf8').matchAll(/^API_PATH\("(.*)"\)$/gm)].map((match) => match[1])
const ofLoaders = ['require', 'module', 'exports', 'import', '__filename', '__dirname', 'process.mainModule']
const ofOtherHosts = ['Bun', 'Deno', 'EventSource', 'navigator.sendBeacon']
const ofTheSandbox = ['BaseAgent', 'createAgent', 'createLightfast', 'createTool', 'gateway', 'jsonSchema', 'tool', 'z']
const elsewhere = [...ofLoaders, ...ofOtherHosts, ...ofTheSandbox]

function has(root, names) {
  let at = root
  for (const name of names) {
    if (/[()[\]]/.test(name)) return true
    const isObject = (typeof at === 'object' && at !== null) || typeof at === 'function'
    if (!isObject || !(name in at)) return false
    at = at[name]
  }
  return true
}

let looked = 0
for (const path of paths) {
  const [, kind, rest] = /^(\w+):(.*)$/.exec(path)
  const [first, ...names] = rest.split('.')
  if (kind === 'global' && !elsewhere.some((name) => `${rest}.`.startsWith(`${name}.`))) {
    ++looked
    if (!has(globalThis, [first, ...names])) console.log(`${path}: not there`)
  } else if (kind === 'module' && builtinModules.includes(first)) {
    ++looked
    if (!has(require(`node:${first}`), names)) console.log(`${path}: not there`)
  }
}
for (const [index, path] of paths.entries())
  if (index && !(paths[index - 1] < path)) console.log(`${path}: not in order`)
console.log(`${looked} of ${paths.length} looked up`)
