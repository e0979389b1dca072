let image;                    // entry, style, tools; null-prototype objects throughout
const formats = new Map();    // path → esm, cjs, json
const assetNames = [];        // paths of all files of the bundle that are there
const links = new Map();      // path → Map of specifier → path
const commonJs = new Map();   // path → module object
const prepared = new Map();   // key of an ES or synthetic module → true
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
  if (format === 'esm') throw new GuestError(`require() of the ES module ${path} is not supported; use import`);
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
  require.main = image.style === 'tools' ? mapGet(commonJs, image.entry) : undefined;
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
        add(values, exports[keys[i]]);
      }
    for (let i = 0; others && i < others.length; ++i)
      if (others[i] !== 'default' && !getOwnPropertyDescriptor(exports, others[i])) {
        const value = exports[others[i]];
        if (value === undefined) continue;
        add(names, others[i]);
        add(values, value);
      }
  }
  host.makeSynthetic(key, names, values);
}

// Prepares one module, and adds to `open` what it imports of the bundle.
function prepareOne(path, open) {
  if (mapGet(formats, path) !== 'esm') {
    prepareSynthetic(path, requireFile(path));
    return;
  }
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
          mapSet(prepared, target, true);
        }
      } else if (!mapHas(prepared, target)) {
        add(open, target);
      }
    } catch (error) {
      throw placed(error, requests[i + 1]);
    }
    add(specifiers, specifier);
    add(targets, target);
  }
  host.linkModule(path, specifiers, targets);
}

// Compiles and links everything that an ES module imports, without running ES modules. What was
// only prepared in part is prepared again by the next import of it.
function prepare(entry) {
  const open = list(), done = list();
  add(open, entry);
  try {
    while (open.length > 0) {
      const path = open[open.length - 1];
      open.length -= 1;
      if (mapHas(prepared, path)) continue;
      mapSet(prepared, path, true);
      add(done, path);
      prepareOne(path, open);
    }
  } catch (error) {
    for (let i = 0; i < done.length; ++i) mapDelete(prepared, done[i]);
    throw error;
  }
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
