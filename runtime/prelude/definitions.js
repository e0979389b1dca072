// What a bundle defined with its frameworks' functions, and from where in its code.
const definitions = list();
const definitionsByValue = new WeakMap();
let calling = false;   // whether a tool runs, not the bundle's top level
let maker;             // of `makers` below, what is being called

const mistakes = new WeakSet();
function mistake(message) {
  const error = new GuestError(message);
  weakAdd(mistakes, error);
  return error;
}

let askMethods;   // what answers methods of a protocol that are no tool's
function noteDefinition(kind, value, parts, shape, unlessKnown) {
  if (kind === 'methods') { askMethods = parts; return; }
  const known = isObject(value) ? weakGet(definitionsByValue, value) : undefined;
  if (known) {
    if (!unlessKnown) known.parts = parts;
    return;
  }
  if (definitions.length >= 10000) return;
  const definition = record({ kind, value, parts, shape, maker, places: host.callers() });
  add(definitions, definition);
  if (isObject(value)) weakSet(definitionsByValue, value, definition);
}

function isPlain(value) {
  if (typeof value === 'function') return false;
  if (!isObject(value) || isArray(value)) return true;
  const prototype = getPrototypeOf(value);
  return prototype === null || prototype === plainPrototype;
}
const plainPrototype = Object.prototype;

// The JSON Schema of what a definition gives as its schema; undefined if nothing can tell.
function schemaOf(given, shape) {
  return given === undefined || given === null || (isPlain(given) && !shape) && !needsParsing(given) ? given
    : script('frameworks').jsonSchemaOf(given, shape);
}

// Whether an object is more than JSON Schema: the AI SDK's `jsonSchema()` gives plain objects too.
const needsParsing = (schema) => isObject(schema) && (!isPlain(schema) || 'jsonSchema' in schema);

function parsesInput(definition) {
  const { parameters } = definition.parts();
  return needsParsing(parameters) || (definition.shape && isObject(parameters));
}

async function runDefinition(definition, input, context) {
  const { parameters, run } = definition.parts();
  if (parsesInput(definition)) {
    const { value, problem } = await script('frameworks').parseInput(parameters, definition.shape, input);
    if (problem !== undefined) throw mistake(problem);
    input = value;
  }
  return run(input, context);
}

// Low-level servers list their tools by their own code, which runs when the tools are first asked for.
let listed = 0;
async function listServers() {
  for (; listed < definitions.length; ++listed) {
    const server = definitions[listed];
    if (server.kind !== 'server') continue;
    const tools = await server.parts();
    for (let i = 0; i < min(tools.length, 1000); ++i) {
      const tool = tools[i];
      const definition = record({ kind: 'tool', value: tool.value, parts: () => tool, shape: false, places: server.places });
      add(definitions, definition);
      if (isObject(tool.value)) weakSet(definitionsByValue, tool.value, definition);
    }
  }
}

function nameOf(definition) {
  try { return readText(definition.parts(), 'name'); } catch { return ''; }
}

// Calls `visit(path, line, column)` for each place of a definition's making, innermost first, until it answers true.
function atPlaces(definition, visit) {
  const text = definition.places;
  for (let at = 0; at < text.length;) {
    const end = indexOf(text, '\n', at);
    const first = indexOf(text, '\0', at), second = indexOf(text, '\0', first + 1);
    if (visit(slice(text, at, first), +slice(text, first + 1, second), +slice(text, second + 1, end))) return true;
    at = end + 1;
  }
  return false;
}

const isMadeIn = (definition, made) => atPlaces(definition, (path, line, column) => path === made.file &&
  (line > made.line || (line === made.line && column >= made.column)) &&
  (line < made.endLine || (line === made.endLine && column < made.endColumn)));

// How a definition may fit what agentc read, best first: it was made there and is called so (or neither has a name), it
// is called so, it was made there.
const fits = setPrototypeOf([
  (made, name, isHere) => isHere && name === (made.name ?? ''),
  (made, name) => made.name !== undefined && name === made.name,
  (made, name, isHere) => isHere,
], null);

function findMade(made, kind, fit, taken) {
  for (let i = 0; i < definitions.length; ++i) {
    const definition = definitions[i];
    if (definition.kind === kind && !(taken && mapHas(taken, definition)) &&
        fits[fit](made, nameOf(definition), isMadeIn(definition, made)))
      return definition;
  }
  return undefined;
}

const isMade = (location, kind) => {
  for (let fit = 0; fit < fits.length; ++fit) if (findMade(location.made, kind, fit)) return true;
  return false;
};

// What loading does not make, exported functions may: they are called without arguments, then with what stands in for
// them, until it is there. Nothing can be reached from here, so all that comes of it is what is made.
const calledMakers = new Map(), makerFailures = new Map();
async function makeTheRest(locations, kind) {
  for (let i = 0; i < locations.length; ++i) {
    const location = locations[i];
    if (location.makers === undefined || location.made === undefined || isMade(location, kind)) continue;
    try { await listServers(); } catch {}
    for (let turn = 0; turn < 2; ++turn)
      for (let j = 0; j < location.makers.length && !isMade(location, kind); ++j)
        await callMaker(location.makers[j], turn === 1, () => isMade(location, kind));
    if (!isMade(location, kind)) mapSet(makerFailures, location, mapGet(calledMakers, keyOf(location.makers[0], false)));
  }
}

const keyOf = ({ module, name }, isStoodIn) => `${isStoodIn ? '+' : '-'}${module}\0${name}`;
const nameOfMaker = ({ module, name }) => `\`${name}\` of \`${module}\``;

// What a maker starts, and whatever follows from that, at any time, may ask nothing of the world outside.
const trial = record({});
const isTrial = () => {
  const context = host.asyncContext();
  return isObject(context) && mapHas(context, trial);
};
const unlessTrial = (operation) => (...given) => {
  if (isTrial()) throw denial('this was called to see which tools it makes, and can reach nothing');
  return apply(operation, undefined, given);
};

async function callMaker(given, isStoodIn, isDone) {
  const key = keyOf(given, isStoodIn);
  if (mapHas(calledMakers, key)) return;
  const outcome = record({ maker: nameOfMaker(given), failure: '' });
  mapSet(calledMakers, key, outcome);
  let isOver = false;
  maker = outcome.maker;
  try {
    await loadBeside(given.module);
    const run = given.name === 'default' ? defaultExport(given.module) : exportsOf(given.module)[given.name];
    if (typeof run !== 'function') return;
    const stands = setPrototypeOf([], null);
    for (let i = 0; isStoodIn && evaluated.frameworks && i < min(run.length, 8); ++i)
      add(stands, script('frameworks').placeholder(`argument ${i + 1} of ${outcome.maker}`));
    const before = host.asyncContext(), context = new Map();
    mapSet(context, trial, true);
    host.setAsyncContext(context);
    (async () => {
      try { await apply(run, undefined, stands); } catch (error) { outcome.failure = toldOf(error); }
      isOver = true;
    })();
    host.setAsyncContext(before);
    // What it waits for may never come.
    for (let i = 0; i < 200 && !isOver && !isDone(); ++i) await undefined;
  } catch (error) {
    outcome.failure = toldOf(error);
  } finally {
    maker = undefined;
  }
}

function toldOf(error) {
  const { name, message } = readError(error);
  return `${name}: ${message}`;
}

// The definition to run for what agentc read: never one that is called otherwise.
async function findMadeForCall(made) {
  for (let pass = 0; pass < 2; ++pass) {
    for (let fit = 0; fit < fits.length; ++fit) {
      const definition = findMade(made, 'tool', fit);
      if (definition && (fit < 2 || made.name === undefined || nameOf(definition) === '')) return definition;
    }
    await listServers();
  }
  return undefined;
}
