function inspectKey(key) {
  return typeof key === 'symbol' ? '[' + toText(key) + ']' : key;
}

function inspectObject(value, depth, parents) {
  for (let i = 0; i < parents.length; ++i) if (parents[i] === value) return '[Circular]';
  const stack = getOwnPropertyDescriptor(value, 'stack');
  if (stack && typeof stack.value === 'string') return withoutPrelude(slice(stack.value, 0, textLimit));
  if (typeof value === 'function') {
    const name = getOwnPropertyDescriptor(value, 'name');
    return name && typeof name.value === 'string' && name.value !== '' ? `[Function: ${name.value}]` : '[Function]';
  }
  try { return isoDate(value); } catch {}
  const array = isArray(value);
  if (depth > 3) return array ? '[Array]' : '[Object]';
  const inner = list();
  for (let i = 0; i < parents.length; ++i) add(inner, parents[i]);
  add(inner, value);
  const keys = ownKeys(value);
  let out = '', shown = 0;
  for (let i = 0; i < keys.length; ++i) {
    const key = keys[i], property = getOwnPropertyDescriptor(value, key);
    if (!property || !property.enumerable) continue;
    if (++shown > 100) { out += ', …'; break; }
    const text = 'value' in property ? inspect(property.value, depth + 1, inner) : '[Getter]';
    out += (shown > 1 ? ', ' : '') + (array ? text : `${inspectKey(key)}: ${text}`);
    if (out.length > textLimit) break;
  }
  if (shown === 0) return array ? '[]' : '{}';
  return array ? `[ ${out} ]` : `{ ${out} }`;
}

function inspect(value, depth, parents) {
  switch (typeof value) {
    case 'string': return depth === 0 ? value : stringify(value);
    case 'bigint': return toText(value) + 'n';
    case 'function': case 'object':
      if (value === null) return 'null';
      try { return inspectObject(value, depth, parents); } catch { return '[Object]'; }
    default: return toText(value);
  }
}

function logger(level) {
  return (...values) => {
    let text = '';
    for (let i = 0; i < values.length; ++i) text += (i ? ' ' : '') + inspect(values[i], 0, list());
    host.log(level, text);
  };
}
const log = logger('log');
const console = { log, info: logger('info'), warn: logger('warn'), error: logger('error'), debug: logger('debug'),
  trace: logger('debug'), dir: (value) => log(value), assert: (ok, ...rest) => { if (!ok) apply(console.error, null, rest); },
  group() {}, groupEnd() {}, time() {}, timeEnd() {}, count() {}, table: (value) => log(value) };
