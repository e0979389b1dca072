const kindOf = (value) => typeof value === 'function'
  ? (startsWith(functionText(value), 'class') ? 'class' : 'function')
  : value === null ? 'null' : isArray(value) ? 'array' : typeof value;

async function definitionOf(location) {
  const out = record({ tool: location.name, reached: false, name: '', description: '' });
  try {
    const found = await reach(location, {});
    out.reached = callable(found) !== undefined;
    if (isObject(found.value)) {
      out.name = readText(found.value, 'name');
      out.description = readText(found.value, 'description');
      const parameters = stringify(found.value.parameters);
      if (parameters !== undefined && parameters.length < textLimit) out.parametersText = parameters;
    }
  } catch {}
  return out;
}

async function loadReport() {
  const report = record({ exports: list(), tools: list() });
  const exports = exportsOf(image.entry);
  if (isObject(exports)) {
    const keys = ownKeys(exports);
    for (let i = 0; i < min(keys.length, 1000); ++i)
      if (typeof keys[i] === 'string') add(report.exports, record({ name: keys[i], kind: kindOf(exports[keys[i]]) }));
    if (typeof exports === 'function')
      add(report.exports, record({ name: 'module.exports', kind: kindOf(exports) }));
  }
  const tools = list();
  for (let i = 0; i < image.tools.length; ++i) add(tools, image.tools[i]);
  if (tools.length === 0 && image.style === 'handler') add(tools, record({ name: '', path: list() }));
  for (let i = 0; i < tools.length; ++i) add(report.tools, await definitionOf(tools[i]));
  return jsonOf(report);
}
