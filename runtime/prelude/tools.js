const exportsOf = (path) => mapGet(formats, path) === 'esm' ? host.namespaceOf(path) : mapGet(commonJs, path).exports;
const has = (object, key) => isObject(object) && key in object;

function defaultExport(path) {
  const exports = exportsOf(path);
  return has(exports, 'default') ? exports.default : exports;
}

function named(collection, name) {
  if (!isObject(collection)) return undefined;
  if (isArray(collection)) {
    for (let i = 0; i < collection.length; ++i)
      if (isObject(collection[i]) && collection[i].name === name) return collection[i];
    return undefined;
  }
  if (getOwnPropertyDescriptor(collection, name)) return collection[name];
  const keys = ownKeys(collection);
  for (let i = 0; i < keys.length; ++i) {
    const value = collection[keys[i]];
    if (isObject(value) && typeof value !== 'function' && value.name === name) return value;
  }
  return undefined;
}

let instances;   // set during a load's report, where each class has one instance
const metClasses = new WeakSet();

async function instantiate(type, config) {
  if (typeof type !== 'function') throw new GuestTypeError('the bundle exports no agent class');
  if (instances && mapHas(instances, type)) return mapGet(instances, type);
  weakAdd(metClasses, type);
  const instance = await (typeof type.create === 'function' ? type.create(config) : construct(type, [config]));
  if (instances) mapSet(instances, type, instance);
  return instance;
}

async function walk(location, config) {
  const path = location.module ?? image.entry;
  let value = exportsOf(path), owner;
  for (let i = 0; i < location.path.length; ++i) {
    const step = location.path[i];
    const next = step.instance ? await instantiate(value, config)
      : step.named !== undefined ? named(value, step.named)
      : step.index !== undefined ? (isObject(value) ? value[step.index] : undefined)
      : i === 0 && step.member === 'default' ? defaultExport(path)
      : isObject(value) ? value[step.member] : undefined;
    owner = value;
    value = next;
  }
  return record({ value, owner });
}

// Looks where tools usually are: exports, `default`, `tools`, `agents`, members; at most four levels deep.
function search(value, name, depth) {
  if (!isObject(value) || depth > 4) return undefined;
  const direct = named(value, name);
  if (direct !== undefined) return direct;
  if (isArray(value)) return undefined;
  const places = list();
  add(places, value.default); add(places, value.tools); add(places, value.agents);
  add(places, value._registeredTools);   // of a server of the Model Context Protocol
  const members = isObject(value.agents) ? value.agents : value;
  const keys = ownKeys(members);
  for (let i = 0; i < min(keys.length, 1000); ++i) if (typeof keys[i] === 'string') add(places, members[keys[i]]);
  for (let i = 0; i < places.length; ++i) {
    const found = search(places[i], name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function reachByPath(location, config) {
  if (location.path.length > 0) return walk(location, config);
  const path = location.module ?? image.entry;
  if (location.made !== undefined) return record({ value: undefined, owner: undefined });
  if (location.module !== undefined || image.style === 'handler')
    return record({ value: defaultExport(path), owner: undefined });
  const root = image.style === 'baseAgent' ? (await instantiate(defaultExport(path), config)).tools : exportsOf(path);
  return record({ value: image.style === 'baseAgent' ? named(root, location.name) : search(root, location.name, 0),
    owner: undefined });
}

// What stands at a location; where nothing that can be called does, what was made where agentc saw it made.
async function reach(location, config) {
  const failure = location.module === undefined ? undefined : mapGet(failures, location.module);
  if (failure) throw failure.error;
  let found;
  try {
    found = await reachByPath(location, config);
  } catch (error) {
    if (!earlyEnd || location.made === undefined) throw error;
    found = record({ value: undefined, owner: undefined });
  }
  if (location.made === undefined || callable(found)) return found;
  const definition = await findMadeForCall(location.made);
  if (definition) return record({ value: definition.value, owner: undefined, definition });
  const made = mapGet(madeByName, location.name);
  if (made) return made.handler ? record({ value: callOf(made), owner: undefined }) : record({ value: made.value, owner: undefined });
  // a framework that the bundle carries inside tells nobody what it makes
  return location.path.length > 0 ? found : record({ value: search(exportsOf(image.entry), location.name, 0), owner: undefined });
}

// A server of the Model Context Protocol that has one handler for the calls of all tools.
const callOf = ({ handler, name }) => (input, context) =>
  handler({ method: 'tools/call', params: { name, arguments: input } }, mcpExtra(context));

// Beside the input: what the framework that a bundle carries inside would give, with a signal that never comes.
function mcpExtra(context) {
  const extra = script('frameworks').mcpExtra(context);
  extra.signal = extra.mcpReq.signal = new AbortController().signal;
  return extra;
}

// What to call, with what. `parses`: the tool has an object as its schema, zod's for example, and that decides about the
// input; elsewhere the schema that agentc read does.
function callable(found) {
  const definition = found.definition ?? (isObject(found.value) ? weakGet(definitionsByValue, found.value) : undefined);
  if (definition) {
    if (definition.kind !== 'tool' || typeof definition.parts().run !== 'function') return undefined;
    return record({ run: (input, context) => runDefinition(definition, input, context), self: undefined,
      parses: parsesInput(definition) });
  }
  if (typeof found.value === 'function') return record({ run: found.value, self: found.owner, parses: false });
  return isObject(found.value) ? callableByShape(found.value) : undefined;
}

// Of a framework that the bundle carries inside nothing is known but how its tools look.
function callableByShape(value) {
  const callable = (run) => record({ run, self: value, parses: false });
  // What stands in for a framework that parses the input before it calls the tool.
  const parsing = (schema, run) => {
    if (!needsParsing(schema)) return callable(run);
    const parts = record({ parameters: schema, run: (input, context) => apply(run, value, [input, context]) });
    return record({ run: (input, context) => runDefinition(record({ parts: () => parts, shape: false }), input, context),
      self: value, parses: true });
  };
  if (typeof value.execute === 'function') {
    const schema = value.inputSchema ?? value.parameters;
    return isPlain(value) ? parsing(schema, value.execute) : record({ run: value.execute, self: value, parses: needsParsing(schema) });
  }
  // OpenAI's agents take JSON text, after what they know of the run; LangChain's tools the input alone.
  if (typeof value.invoke === 'function')
    return record({ run: value.type === 'function' ? (input) => value.invoke({ context: {} }, stringify(input))
      : (input) => value.invoke(input), self: value, parses: needsParsing(value.schema) });
  const handler = value.handler ?? value.callback;   // of the Model Context Protocol, whose names differ by version
  if (typeof handler === 'function') {
    // Its registered tools can be enabled; without a schema they take no input.
    const takesNone = value.inputSchema === undefined && typeof value.enable === 'function';
    return parsing(value.inputSchema, (input, context) =>
      apply(handler, value, takesNone ? [mcpExtra(context)] : [input, mcpExtra(context)]));
  }
  if (typeof value.runAsync === 'function') return callable((input) => value.runAsync({ args: input, toolContext: {} }));
  return undefined;
}

// What `agentc mcp` calls to ask for resources and prompts: not a tool, and no tool's name.
const methodsName = 'mcp:methods';
const methods = () => askMethods &&
  record({ run: ({ method, params }, context) => askMethods(method, params, context), self: undefined, parses: false });

function locationOf(tool) {
  if (tool === undefined)
    return image.style === 'handler' || image.tools.length !== 1
      ? record({ name: '', path: list() }) : image.tools[0];
  for (let i = 0; i < image.tools.length; ++i) if (image.tools[i].name === tool) return image.tools[i];
  return record({ name: tool, path: list() });
}
