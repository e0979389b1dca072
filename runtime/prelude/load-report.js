// What a load test hears of the bundle: what each definition says of itself, and which are there beside those that
// agentc knows. Everything read here runs the guest's getters, under the load's limits.
const kindOf = (value) => typeof value === 'function'
  ? (startsWith(functionText(value), 'class') ? 'class' : 'function')
  : value === null ? 'null' : isArray(value) ? 'array' : typeof value;

// A module that ended early has exports without a value, which must not be read.
function kindOfExport(exports, name) {
  try { return kindOf(exports[name]); } catch (error) { if (earlyEnd) return 'undefined'; throw error; }
}

const fieldLimit = 262144, reportLimit = 4194304;
let reportLength = 0;
const known = new WeakSet();     // what a location led to
const knownTexts = new Map();    // what that says of itself: a getter may make it anew each time

// Adds the first of `keys` that one of `sources` has. With `schemas` its value may be a schema, or, if that is `shape`,
// an object of schemas.
function addField(out, name, sources, keys, schemas) {
  for (let i = 0; i < sources.length; ++i) {
    for (let j = 0; j < keys.length; ++j) {
      if (!has(sources[i], keys[j]) || sources[i][keys[j]] === undefined) continue;
      let text;
      try {
        let value = sources[i][keys[j]];
        if (schemas) value = schemaOf(value, schemas === 'shape');
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

function addToolFields(out, tool, schemas) {
  addField(out, 'name', sources(tool), keys('name'));
  addField(out, 'description', sources(tool), keys('description'));
  addField(out, 'parameters', sources(tool), keys('parameters', 'inputSchema'), schemas);
  addField(out, 'outputSchema', sources(tool), keys('outputSchema'), schemas);
}

// What instructions say: a text, a message's content, or what a function of them gives, soon and without a user.
async function textOfInstructions(given) {
  if (typeof given === 'function') {
    const context = { context: {}, state: {}, requestContext: new Map(), runtimeContext: new Map() };
    let text, isThere = false;
    (async () => { try { text = await given(context, {}); isThere = true; } catch {} })();
    for (let i = 0; i < 20 && !isThere; ++i) await undefined;
    return isThere && typeof text !== 'function' ? textOfInstructions(text) : given;
  }
  return isObject(given) && typeof given.content === 'string' ? given.content : given;
}

function addMadeFields(out, definition, instructions) {
  const parts = definition.parts();
  if (definition.kind === 'tool') return addToolFields(out, parts, definition.shape ? 'shape' : 'schema');
  addField(out, 'name', sources(parts), keys('name'));
  addField(out, 'description', sources(parts), keys('description'));
  addField(out, 'instructions', sources(record({ instructions: instructions ?? parts.instructions })), keys('instructions'));
  addField(out, 'model', sources(parts), keys('model'));
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

let listingFailure;          // of a server's own code that lists its tools
const madeFor = new Map();   // location → the definition that stands for it, and back
function matchDefinitions(locations, kind) {
  for (let fit = 0; fit < fits.length; ++fit)
    for (let i = 0; i < locations.length; ++i) {
      if (locations[i].made === undefined || mapHas(madeFor, locations[i])) continue;
      const definition = findMade(locations[i].made, kind, fit, madeFor);
      if (!definition) continue;
      mapSet(madeFor, locations[i], definition);
      mapSet(madeFor, definition, locations[i]);
    }
}

async function definitionOf(location, config, isAgent) {
  const out = newDefinition(location.name);
  try {
    const made = mapGet(madeFor, location);
    const value = made ? made.value : (await reach(location, config)).value;
    const definition = made ?? (isObject(value) ? weakGet(definitionsByValue, value) : undefined);
    if (value === undefined && listingFailure && location.made) {
      out.unloaded = true;
      throw listingFailure.error;
    }
    if (isObject(value)) weakAdd(known, value);
    const last = location.path.length > 0 ? location.path[location.path.length - 1] : undefined;
    out.reached = definition !== undefined || (isAgent ? isObject(value) : callable(record({ value })) !== undefined);
    if (definition) addMadeFields(out, definition, await textOfInstructions(definition.parts().instructions));
    else if (isAgent && isObject(value)) addAgentFields(out, value, last !== undefined && last.instance === true);
    else if (isObject(value) && typeof value !== 'function') addToolFields(out, value, 'schema');
    if (definition?.maker !== undefined) out.maker = definition.maker;
    const tried = out.reached ? undefined : mapGet(makerFailures, location);
    if (tried) { out.maker = tried.maker; out.makerFailed = tried.failure; }
    if (isObject(value)) mapSet(knownTexts, textOf(value, out.fields), true);
    if (!out.reached && earlyEnd) out.lacking = lackedBy(earlyEnd.error);
  } catch (error) {
    const { name, message, stack } = readError(error);
    out.error = `${name}: ${message}`;
    out.stack = stack;
    const what = earlyEnd ? lackedBy(earlyEnd.error) : lackedBy(error);
    if (what !== '') out.lacking = what;
    if (location.module !== undefined && mapHas(failures, location.module)) out.unloaded = true;
  }
  return out;
}

function isAgentClass(value) {
  // Only what was evaluated can be extended.
  if (typeof value !== 'function' || !evaluated.platform) return false;
  const base = evaluated.platform.exports.BaseAgent;
  for (let at = getPrototypeOf(value), i = 0; at !== null && i < 64; at = getPrototypeOf(at), ++i)
    if (at === base) return true;
  return false;
}

// A definition that was made and that agentc did not read; its path is where it was made.
function addMadeExtra(extras, definition) {
  const out = newDefinition('');
  try { addMadeFields(out, definition); } catch {}
  if (mapHas(knownTexts, stringify(out.fields))) return;
  let place = '';
  atPlaces(definition, (path, line, column) => { place = `${path}:${line}:${column}`; return true; });
  add(extras, record({ path: slice(place, 0, 256), name: slice(nameOf(definition), 0, 256) }));
}

function addExtra(extras, value, path, role) {
  if (weakHas(known, value)) return;
  weakAdd(known, value);
  const definition = weakGet(definitionsByValue, value);
  if (definition) return addMadeExtra(extras, definition);
  const { fields } = newDefinition('');
  if (role === 'agent') addAgentFields(record({ fields, unsaid: list() }), value, false);
  else if (typeof value !== 'function') addToolFields(record({ fields, unsaid: list() }), value, 'schema');
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
      if (typeof own[i] === 'string') add(report.exports, record({ name: own[i], kind: kindOfExport(exports, own[i]) }));
    if (typeof exports === 'function')
      add(report.exports, record({ name: 'module.exports', kind: kindOf(exports) }));
  }
  try { await listServers(); } catch (error) { listingFailure = record({ error }); }
  matchDefinitions(image.agents, 'agent');
  matchDefinitions(image.tools, 'tool');
  for (let i = 0; i < image.agents.length; ++i) add(report.agents, await definitionOf(image.agents[i], config, true));
  const tools = list();
  for (let i = 0; i < image.tools.length; ++i) add(tools, image.tools[i]);
  if (tools.length === 0 && image.style === 'handler') add(tools, record({ name: '', path: list() }));
  for (let i = 0; i < tools.length; ++i) add(report.tools, await definitionOf(tools[i], config, false));
  if (!earlyEnd) collectExtras(report.extras, exports, 'module.exports', '', 0);
  collectMembers(report.extras, exports, '', '', 0);
  for (let i = 0; i < definitions.length; ++i) {
    const { kind, value, maker: by } = definitions[i];
    if (kind === 'server' || by !== undefined || mapHas(madeFor, definitions[i]) || (isObject(value) && weakHas(known, value))) continue;
    if (isObject(value)) weakAdd(known, value);
    if (report.extras.length < 1000) addMadeExtra(report.extras, definitions[i]);
  }
  instances = undefined;
  if (earlyEnd) {
    report.lacking = lackedBy(earlyEnd.error);
    report.lackingStack = readError(earlyEnd.error).stack;
  }
  return jsonOf(report);
}
