let image;                    // entry, style, tools; null-prototype objects throughout
const formats = new Map();    // path → esm, cjs, json
const assetNames = [];        // paths of all files of the bundle that are there
const links = new Map();      // path → Map of specifier → path
const commonJs = new Map();   // path → module object
const prepared = new Map();   // key of an ES or synthetic module → the keys that it imports
const complete = new Map();   // key of an ES module → true, where all that it imports is prepared too
const required = new Map();   // path of an ES module → what `require` gives for it
const importedNames = new Map();  // specifier of a provided module → names that the bundle's imports ask for
const bundleRoot = '/bundle/';    // where modules are, as far as they can tell
const endings = ['', '.js', '.json', '.cjs', '.mjs', '.ts', '.cts', '.mts', '/index.js', '/index.json', '/index.cjs',
  '/index.mjs', '/index.ts'];
const sourceOf = record({ '.js': '.ts', '.mjs': '.mts', '.cjs': '.cts' });

function joinPath(from, relative) {
  const parts = list();
  const push = (text) => {
    for (let at = 0; at <= text.length;) {
      let end = indexOf(text, '/', at);
      if (end < 0) end = text.length;
      const part = slice(text, at, end);
      at = end + 1;
      if (part === '' || part === '.') continue;
      if (part !== '..') add(parts, part);
      else if (parts.length === 0) return false;
      else parts.length -= 1;
    }
    return true;
  };
  push(slice(from, 0, max(0, lastIndexOf(from, '/'))));
  if (!push(relative)) return undefined;
  let path = '';
  for (let i = 0; i < parts.length; ++i) path += (i ? '/' : '') + parts[i];
  return path;
}

function findFile(path) {
  for (let i = 0; i < endings.length; ++i) {
    const candidate = path === '' ? slice(endings[i], 1) : path + endings[i];
    if (mapHas(formats, candidate)) return candidate;
  }
  const dot = lastIndexOf(path, '.');
  const ending = dot > 0 ? sourceOf[slice(path, dot)] : undefined;
  const source = ending ? slice(path, 0, dot) + ending : '';
  return mapHas(formats, source) ? source : undefined;
}

// The path of the bundle's module, or undefined if the specifier names something outside.
function resolve(from, specifier) {
  const known = mapGet(links, from);
  const target = known ? mapGet(known, specifier) : undefined;
  if (target !== undefined) return target;
  if (!startsWith(specifier, './') && !startsWith(specifier, '../') && specifier !== '.' && specifier !== '..')
    return undefined;
  const joined = joinPath(from, specifier);
  const path = joined === undefined ? undefined : findFile(joined);
  if (path === undefined) throw notFound(new GuestError(`Cannot find module '${specifier}' imported from ${from}`));
  return path;
}

function placed(error, place) {
  if (place) define(error, 'stack', `${error.name}: ${error.message}\n    at ${place}`);
  return error;
}

function compiling(compile, path) {
  try {
    return compile(path);
  } catch (error) {
    const place = host.failurePlace();
    throw isObject(error) ? placed(error, place) : error;
  }
}

function requireFile(path) {
  const loaded = mapGet(commonJs, path);
  if (loaded) return loaded.exports;
  const format = mapGet(formats, path);
  if (format === 'esm') return requireEs(path);
  const filename = bundleRoot + path, folder = slice(filename, 0, lastIndexOf(filename, '/'));
  const module = { exports: {}, id: filename, filename, path: folder, loaded: false, children: [], paths: [] };
  mapSet(commonJs, path, module);
  module.require = requireFor(path);
  try {
    if (format === 'json') {
      module.exports = parse(host.textOf(path));
    } else {
      const run = compiling(host.compileCommonJs, path);
      apply(run, module.exports, [module.exports, module.require, module, filename, folder]);
    }
    module.loaded = true;
  } catch (error) {
    mapDelete(commonJs, path);
    throw error;
  }
  return module.exports;
}

// What a person would start.
const startedFile = () => image.started?.[0] ?? image.entry;

const requireFailure = (code, message) => assign(new GuestError(message), { __proto__: null, code });
const facadePrefix = 'agentc:required/';   // ModuleTable.cpp knows it too

// An ES module, evaluated at once. Its namespace as Node gives it to CommonJS: what it exports as `module.exports`, or with
// an `__esModule` that says what `default` is.
function requireEs(path) {
  if (mapHas(required, path)) return mapGet(required, path);
  const graph = prepare(path);
  const found = compiling((key) => host.evaluateNow(key, graph), path);
  if (found === 'async')
    throw requireFailure('ERR_REQUIRE_ASYNC_MODULE', `require() cannot be used on an ESM graph with top-level await. Use import() instead: ${path}`);
  if (found === 'cycle')
    throw requireFailure('ERR_REQUIRE_CYCLE_MODULE', `Cannot require() ES Module ${path} in a cycle.`);
  let exports = found;
  if (getOwnPropertyDescriptor(found, 'module.exports')) {
    exports = found['module.exports'];
  } else if (getOwnPropertyDescriptor(found, 'default') && !getOwnPropertyDescriptor(found, '__esModule')) {
    const facade = facadePrefix + path, specifiers = list(), targets = list();
    add(specifiers, 'original');
    add(targets, path);
    host.compileModule(facade);
    host.linkModule(facade, specifiers, targets);
    exports = host.evaluateNow(facade, list());
  }
  mapSet(required, path, exports);
  return exports;
}

function requireFor(from) {
  const named = (specifier) => {
    if (typeof specifier !== 'string')
      throw assign(new GuestTypeError('The "id" argument must be of type string'), { code: 'ERR_INVALID_ARG_TYPE' });
    return resolve(from, specifier);
  };
  function require(specifier) {
    const path = named(specifier);
    return path === undefined ? providedModule(specifier) : requireFile(path);
  }
  require.resolve = (specifier) => {
    const path = named(specifier);
    if (path === undefined && !isProvided(specifier)) throw unknownModule(specifier);
    return path === undefined ? specifier : bundleRoot + path;
  };
  require.cache = create(null);
  // A program asks whether it was started; a bundle of an agent or handler is never.
  require.main = image.style === 'tools' ? mapGet(commonJs, startedFile()) : undefined;
  return require;
}

// `import.meta` of a module, as Node fills it.
function describeModule(meta, path) {
  const filename = bundleRoot + path;
  meta.dirname = slice(filename, 0, lastIndexOf(filename, '/'));
  meta.filename = filename;
  meta.resolve = (specifier) => {
    const target = resolve(path, `${specifier}`);
    if (target !== undefined) return urlOf(bundleRoot + target);
    if (!isProvided(specifier)) throw unknownModule(specifier);
    return scriptOfModule[specifier] === undefined ? specifier : 'node:' + specifier;
  };
  meta.url = urlOf(filename);
}

function urlOf(path) {
  const escaped = escapeUrl(path);
  let url = 'file://';
  for (let i = 0; i < escaped.length; ++i) url += escaped[i] === '?' ? '%3F' : escaped[i] === '#' ? '%23' : escaped[i];
  return url;
}

// A getter that throws gives nothing, as on Node.
function memberOf(exports, name) {
  try { return exports[name]; } catch { return undefined; }
}

// An ES module that gives a CommonJS, JSON or provided module: `default` and its keys, and `others`.
function prepareSynthetic(key, exports, others) {
  const names = list(), values = list();
  add(names, 'default');
  add(values, exports);
  if (isObject(exports)) {
    const keys = ownKeys(exports);
    for (let i = 0; i < keys.length; ++i)
      if (typeof keys[i] === 'string' && keys[i] !== 'default') {
        add(names, keys[i]);
        add(values, memberOf(exports, keys[i]));
      }
    for (let i = 0; others && i < others.length; ++i)
      if (others[i] !== 'default' && !getOwnPropertyDescriptor(exports, others[i])) {
        const value = memberOf(exports, others[i]);
        if (value === undefined) continue;
        add(names, others[i]);
        add(values, value);
      }
  }
  host.makeSynthetic(key, names, values);
}

// Compiles an ES module and resolves what it imports of others: their keys.
function compileEs(path) {
  const requests = compiling(host.compileModule, path);
  const specifiers = list(), targets = list();
  for (let i = 0; i < requests.length; i += 2) {
    const specifier = requests[i];
    let target;
    try {
      target = resolve(path, specifier);
      if (target === undefined) {
        target = 'provided:' + specifier;
        if (!mapHas(prepared, target)) {
          prepareSynthetic(target, providedModule(specifier), mapGet(importedNames, specifier));
          mapSet(prepared, target, list());
        }
      }
    } catch (error) {
      throw placed(error, requests[i + 1]);
    }
    add(specifiers, specifier);
    add(targets, target);
  }
  host.linkModule(path, specifiers, targets);
  return targets;
}

function prepareCommonJs(path) {
  const loading = mapGet(commonJs, path);
  if (loading && !loading.loaded)
    throw requireFailure('ERR_REQUIRE_CYCLE_MODULE', `Cannot import CommonJS Module ${path} in a cycle.`);
  prepareSynthetic(path, requireFile(path));
}

// Compiles and links everything that an ES module imports, without running ES modules: answers the keys of all. CommonJS
// modules come last, since running one may ask for an ES module of the same graph. What was only prepared in part is
// prepared again by the next import of it.
function prepare(entry) {
  const graph = list(), open = list(), done = list(), later = list(), seen = new Map();
  add(open, entry);
  try {
    while (open.length > 0) {
      const path = open[open.length - 1];
      open.length -= 1;
      if (mapHas(seen, path)) continue;
      mapSet(seen, path, true);
      add(graph, path);
      if (!mapHas(prepared, path)) {
        if (mapHas(formats, path) && mapGet(formats, path) !== 'esm') {
          add(later, path);
          continue;
        }
        mapSet(prepared, path, compileEs(path));
        add(done, path);
      }
      const targets = mapGet(prepared, path);
      for (let i = targets.length; i > 0; --i) if (!mapHas(seen, targets[i - 1])) add(open, targets[i - 1]);
    }
    for (let i = 0; i < later.length; ++i)
      if (!mapHas(prepared, later[i])) {
        prepareCommonJs(later[i]);
        mapSet(prepared, later[i], list());
      }
    for (let i = 0; i < graph.length; ++i) mapSet(complete, graph[i], true);
  } catch (error) {
    for (let i = 0; i < done.length; ++i) if (!mapHas(complete, done[i])) mapDelete(prepared, done[i]);
    throw error;
  }
  return graph;
}

async function importFile(path) {
  prepare(path);
  await compiling(host.evaluateModule, path);
  return host.namespaceOf(path);
}

async function importDynamically(from, specifier) {
  // V8 must not be asked for a module while it evaluates one.
  await undefined;
  const path = resolve(from, specifier);
  if (path !== undefined) return importFile(path);
  const key = 'provided:' + specifier;
  if (!mapHas(prepared, key)) {
    prepareSynthetic(key, providedModule(specifier), mapGet(importedNames, specifier));
    mapSet(prepared, key, true);
  }
  await host.evaluateModule(key);
  return host.namespaceOf(key);
}

async function loadFile(path) {
  if (mapGet(formats, path) === 'esm') await importFile(path);
  else requireFile(path);
}
