// What a load test hears of the bundle: what each definition says of itself, and which are there beside those that
// agentc knows. Everything read here runs the guest's getters, under the load's limits.
const kindOf = (value) => typeof value === 'function'
  ? (startsWith(functionText(value), 'class') ? 'class' : 'function')
  : value === null ? 'null' : isArray(value) ? 'array' : typeof value;

const fieldLimit = 262144, reportLimit = 4194304;
let reportLength = 0;
const plainPrototype = Object.prototype;
const known = new WeakSet();     // what a location led to
const knownTexts = new Map();    // what that says of itself: a getter may make it anew each time

function isPlain(value) {
  if (typeof value === 'function') return false;
  if (!isObject(value) || isArray(value)) return true;
  const prototype = getPrototypeOf(value);
  return prototype === null || prototype === plainPrototype;
}

// Adds the first of `keys` that one of `sources` has.
function addField(out, name, sources, keys) {
  for (let i = 0; i < sources.length; ++i) {
    for (let j = 0; j < keys.length; ++j) {
      if (!has(sources[i], keys[j]) || sources[i][keys[j]] === undefined) continue;
      let text;
      try {
        const value = sources[i][keys[j]];
        if (isPlain(value)) text = stringify(value);
      } catch {}
      if (text === undefined || text.length > fieldLimit || reportLength + text.length > reportLimit) {
        add(out.unsaid, name);
      } else {
        reportLength += text.length;
        out.fields[name] = bare(parse(text));
      }
      return;
    }
  }
}

const sources = (...objects) => setPrototypeOf(objects, null);
const keys = (...names) => setPrototypeOf(names, null);

function addToolFields(out, tool) {
  addField(out, 'name', sources(tool), keys('name'));
  addField(out, 'description', sources(tool), keys('description'));
  addField(out, 'parameters', sources(tool), keys('parameters', 'inputSchema'));
  addField(out, 'outputSchema', sources(tool), keys('outputSchema'));
}

function namesOfTools(tools) {
  const names = list();
  if (!isObject(tools)) return names;
  const own = ownKeys(tools);
  for (let i = 0; i < min(own.length, 1000); ++i) {
    if (typeof own[i] !== 'string' || (isArray(tools) && own[i] === 'length')) continue;
    const tool = tools[own[i]];
    const name = isObject(tool) && typeof tool !== 'function' ? readText(tool, 'name') : '';
    add(names, name !== '' || isArray(tools) ? name : own[i]);
  }
  return names;
}

function addAgentFields(out, agent, isInstance) {
  const places = isInstance ? sources(agent, agent.constructor, agent.config) : sources(agent);
  addField(out, 'name', places, isInstance ? keys('agentName', 'displayName') : keys('name'));
  addField(out, 'description', places, keys('description'));
  addField(out, 'instructions', places, isInstance ? keys('systemPrompt', 'instructions', 'system') : keys('system', 'instructions'));
  out.fields.tools = namesOfTools(agent.tools);
}

const newDefinition = (id) => record({ id, reached: false, fields: create(null), unsaid: list() });
const textOf = (value, fields) => (typeof value === 'function' ? readText(value, 'name') : '') + stringify(fields);

async function definitionOf(location, config, isAgent) {
  const out = newDefinition(location.name);
  try {
    const { value } = await reach(location, config);
    if (isObject(value)) weakAdd(known, value);
    const last = location.path.length > 0 ? location.path[location.path.length - 1] : undefined;
    out.reached = isAgent ? isObject(value) : callable(record({ value })) !== undefined;
    if (isAgent && isObject(value)) addAgentFields(out, value, last !== undefined && last.instance === true);
    else if (isObject(value) && typeof value !== 'function') addToolFields(out, value);
    if (isObject(value)) mapSet(knownTexts, textOf(value, out.fields), true);
  } catch (error) {
    const { name, message, stack } = readError(error);
    out.error = `${name}: ${message}`;
    out.stack = stack;
    const what = lackedBy(error);
    if (what !== '') out.lacking = what;
  }
  return out;
}

function isAgentClass(value) {
  if (typeof value !== 'function') return false;
  for (let at = getPrototypeOf(value), i = 0; at !== null && i < 64; at = getPrototypeOf(at), ++i)
    if (at === BaseAgent) return true;
  return false;
}

function addExtra(extras, value, path, role) {
  if (weakHas(known, value)) return;
  weakAdd(known, value);
  const { fields } = newDefinition('');
  if (role === 'agent') addAgentFields(record({ fields, unsaid: list() }), value, false);
  else if (typeof value !== 'function') addToolFields(record({ fields, unsaid: list() }), value);
  if (mapHas(knownTexts, textOf(value, fields))) return;
  add(extras, record({ path: slice(path, 0, 256), name: slice(readText(value, 'name'), 0, 256) }));
}

// Looks for tools and agents where they usually are; `role` is what the value must be there.
function collectExtras(extras, value, path, role, depth) {
  if (!isObject(value) || depth > 6 || extras.length >= 1000) return;
  if (isAgentClass(value)) {
    if (!weakHas(metClasses, value)) return addExtra(extras, value, path, 'class');
    const instance = mapGet(instances, value);
    if (isObject(instance)) collectMembers(extras, instance.tools, path + '.tools', 'tool', depth + 1);
    return;
  }
  if (role === 'tool' || (typeof value === 'object' && typeof value.execute === 'function'))
    return addExtra(extras, value, path, 'tool');
  if (role === 'agent') addExtra(extras, value, path, 'agent');
  if (typeof value === 'function') return;
  collectMembers(extras, value.tools, path + '.tools', 'tool', depth + 1);
  collectMembers(extras, value.agents, path + '.agents', 'agent', depth + 1);
}

function collectMembers(extras, collection, path, role, depth) {
  if (!isObject(collection) || typeof collection === 'function') return;
  const own = ownKeys(collection);
  for (let i = 0; i < min(own.length, 1000); ++i) {
    if (typeof own[i] !== 'string' || (isArray(collection) && own[i] === 'length')) continue;
    const place = isArray(collection) ? `${path}[${own[i]}]` : path === '' ? own[i] : `${path}.${own[i]}`;
    try { collectExtras(extras, collection[own[i]], place, role, depth); } catch {}
  }
}

async function loadReport() {
  instances = new Map();
  const config = field(image.config) ?? {};
  const report = record({ exports: list(), tools: list(), agents: list(), extras: list() });
  const exports = exportsOf(image.entry);
  if (isObject(exports)) {
    const own = ownKeys(exports);
    for (let i = 0; i < min(own.length, 1000); ++i)
      if (typeof own[i] === 'string') add(report.exports, record({ name: own[i], kind: kindOf(exports[own[i]]) }));
    if (typeof exports === 'function')
      add(report.exports, record({ name: 'module.exports', kind: kindOf(exports) }));
  }
  for (let i = 0; i < image.agents.length; ++i) add(report.agents, await definitionOf(image.agents[i], config, true));
  const tools = list();
  for (let i = 0; i < image.tools.length; ++i) add(tools, image.tools[i]);
  if (tools.length === 0 && image.style === 'handler') add(tools, record({ name: '', path: list() }));
  for (let i = 0; i < tools.length; ++i) add(report.tools, await definitionOf(tools[i], config, false));
  collectExtras(report.extras, exports, 'module.exports', '', 0);
  collectMembers(report.extras, exports, '', '', 0);
  instances = undefined;
  return jsonOf(report);
}
