const environmentOf = (values) => new GuestProxy(values, {
  __proto__: null,
  get(target, name) {
    if (typeof name !== 'string') return undefined;
    observe('environment', name);
    return target[name];
  },
  has(target, name) {
    if (typeof name === 'string') observe('environment', name);
    return name in target;
  },
});

const asked = list();   // members of `process` that were looked for in vain, the last one last

// `env` is there at once, all else when any of it is first asked for.
function processOf(env) {
  let isWhole = false;
  const members = { env };
  const fill = () => {
    if (isWhole) return;
    const program = image.style === 'tools' ? bundleRoot + startedFile() : slice(bundleRoot, 0, -1);
    script('builtins').fillProcess(members, program, image.arguments);
    isWhole = true;
  };
  const whole = (operation) => (target, key, value) => { fill(); return operation(target, key, value); };
  return new GuestProxy(members, {
    __proto__: null,
    get(target, name) {
      if (name === 'env') return target.env;
      fill();
      if (typeof name === 'string' && !(name in target) && asked.length < 1000) add(asked, name);
      return target[name];
    },
    set: whole((target, name, value) => { target[name] = value; return true; }),
    has: whole((target, name) => name in target),
    deleteProperty: whole((target, name) => delete target[name]),
    ownKeys: whole(ownKeys),
    getOwnPropertyDescriptor: whole(getOwnPropertyDescriptor),
    defineProperty: whole(defineProperty),
    getPrototypeOf: whole(getPrototypeOf),
  });
}

// Says of a TypeError that it comes of such a member, if it reads so.
const typeErrors = GuestTypeError.prototype;
function noteLackingProcess(error) {
  if (asked.length === 0 || !isObject(error) || lackedBy(error) !== '' || getPrototypeOf(error) !== typeErrors) return;
  const message = readText(error, 'message');
  let name = startsWith(message, 'Cannot read properties of undefined') ? asked[asked.length - 1] : undefined;
  for (let i = 0; i < asked.length; ++i) if (indexOf(message, `${asked[i]} is not`) >= 0) name = asked[i];
  if (name !== undefined) lacking(`process.${slice(name, 0, 64)}`, error);
}

function bare(value) {
  if (!isObject(value)) return value;
  setPrototypeOf(value, null);
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length; ++i) if (keys[i] !== 'length') bare(value[keys[i]]);
  return value;
}

let guestProcess, guestEnvironment;

// A framework inside the bundle tells nobody what it makes: the run image has a call of this around it.
const madeByName = new Map();   // name of a tool → its value
function noteMade(name, value, handlesCalls) {
  if (mapHas(madeByName, name)) return value;
  mapSet(madeByName, name, handlesCalls ? record({ handler: value, name }) : record({ value }));
  return value;
}

function takeCarried() {
  script('frameworks');
  define(globalThis, symbolFor('agentc.made'), noteMade);
  define(globalThis, 'SharedArrayBuffer', script('builtins').SharedArrayBuffer);
}

function takeImage(text) {
  image = bare(parse(text));
  for (let i = 0; i < image.modules.length; ++i) {
    const { path, format } = image.modules[i];
    add(assetNames, path);
    if (format !== 'asset') mapSet(formats, path, format);
  }
  for (let i = 0; i < image.links.length; ++i) {
    const link = image.links[i];
    if (!mapHas(links, link.module)) mapSet(links, link.module, new Map());
    mapSet(mapGet(links, link.module), link.specifier, link.target);
  }
  for (let i = 0; i < image.imports.length; ++i)
    mapSet(importedNames, image.imports[i].specifier, image.imports[i].names);
  guestEnvironment = environmentOf(image.environment);
  guestProcess = processOf(guestEnvironment);
  if (image.carriesFramework) takeCarried();
  if (image.style !== 'baseAgent') define(globalThis, 'process', guestProcess);
  defineAgentGlobals();
}

const failures = new Map();   // path of a module beside the entry → how loading it failed

// Modules that the entry does not import cost their own tools alone, should they not load.
async function loadBeside(path) {
  if (path === undefined || path === image.entry || mapHas(failures, path)) return;
  try {
    await loadFile(path);
  } catch (error) {
    mapSet(failures, path, record({ error }));
  }
}

async function loadModulesOf(locations) {
  for (let i = 0; i < locations.length; ++i) await loadBeside(locations[i].module);
}

// Scripts define an agent and go on to ask its model, which ends them here; what they defined stays.
let earlyEnd;
async function loadEntry() {
  try {
    await loadFile(image.entry);
  } catch (error) {
    if (definitions.length > 0) noteLackingProcess(error);
    if (definitions.length === 0 || lackedBy(error) === '') throw error;
    earlyEnd = record({ error });
  }
}

async function load(text) {
  try {
    takeImage(text);
    preload();
    await loadEntry();
    for (let i = 0; i < (image.started?.length ?? 0); ++i) await loadBeside(image.started[i]);
    await loadModulesOf(image.tools);
    await loadModulesOf(image.agents);
    await makeTheRest(image.tools, 'tool');
    await makeTheRest(image.agents, 'agent');
    settle('ok', image.report ? await loadReport() : '');
  } catch (error) {
    const { name, message, stack } = readError(error);
    // What ends by its own will lacks nothing.
    const lacks = isObject(error) && weakHas(exits, error) ? '' : lackedBy(error);
    settle('load-failed', jsonOf(record({ name, message, stack, lacking: lacks })));
  }
}

// After the load, in the processes forked for calls.
function ready() { settled = false; }

function contextOf(request) {
  return { require: requireInContext, process: { env: guestEnvironment },
    config: request.config ?? {}, organizationSlug: request.organizationSlug,
    conversationId: request.conversationId, userId: request.userId, agent: request.agent,
    get deliverables() { return script('platform').deliverables; },
    get assets() { return script('platform').assets; } };
}

// Goes the ways of a call, without a line of the guest's: what V8 makes on the first time is there then.
// Goes all of them, and answers true, from the second time on: for the first somebody may be waiting.
const rehearsed = list();
let rehearsals = 0;
function rehearse(text) {
  const request = bare(parse(text));
  request.config = field(request.config);
  request.agent = field(request.agent);
  add(rehearsed, request);
  add(rehearsed, contextOf(request));
  add(rehearsed, locationOf(undefined));
  jsonOf(observed);
  rehearsed.length = 0;
  if (++rehearsals < 2) return false;
  rehearseParsing();
  rehearseCall(text);
  return true;
}

// Has inputs parsed, so that what this needs is made once. That is ordinary code, which finds the built-ins as the
// bundle left them, but nobody hears what that does.
function rehearseParsing() {
  // V8 keeps these texts in a table, which grows once.
  if (rehearsals === 2) for (let i = 0; i < 300; ++i) toText(i);
  for (let i = 0; i < min(definitions.length, 100); ++i) {
    try {
      if (definitions[i].kind !== 'tool' || !parsesInput(definitions[i])) continue;
      const { parseInput, rehearse } = script('frameworks');
      if (parseInput) rehearse(definitions[i].parts().parameters, definitions[i].shape);
    } catch {}
  }
}

// Calls a tool of the sandbox's own. Its result goes nowhere, and nothing of the call stays.
async function rehearseCall(text) {
  try {
    await call(text, callable(record({ definition: ownDefinition() })));
  } catch {}
  calling = false;
  settled = false;
}

// Made with the bundle's framework and zod, if it has them.
let own;
function ownDefinition() {
  if (own) return own;
  let parts = () => record({ run: () => record({}) });
  try {
    const schema = evaluated.zod && script('zod').example();
    if (evaluated.frameworks) parts = script('frameworks').exampleTool(schema) ?? parts;
  } catch {}
  return own = record({ kind: 'tool', parts, shape: true });
}

// What `processMessage` of a BaseAgent takes: the input, and what the caller says of the call.
function agentContextOf(request) {
  const context = assign({ requestId: request.requestId, channel: 'custom', companyId: request.organizationSlug },
    parse(request.input));
  context.conversationId = request.conversationId;
  context.timestamp = new GuestDate(context.timestamp ?? now());
  return context;
}

async function agentOf(request) {
  const found = image.agents.length > 0 ? await walk(image.agents[0], request.config)
    : record({ value: await instantiate(defaultExport(image.entry), request.config) });
  const agent = found.value;
  return isObject(agent) && typeof agent.processMessage === 'function'
    ? record({ run: agent.processMessage, self: agent }) : undefined;
}

// The text that the load found instead of a secret is another in each call, unless the guest has changed it since.
function takePlaceholders(placeholders) {
  if (placeholders === undefined) return;
  const names = ownKeys(placeholders);
  for (let i = 0; i < names.length; ++i) {
    const found = getOwnPropertyDescriptor(image.environment, names[i]);
    if (found === undefined || record(found).value !== image.placeholders[names[i]] || !found.configurable) continue;
    found.value = placeholders[names[i]];
    defineProperty(image.environment, names[i], found);
  }
}

function field(text) { return text === undefined ? undefined : parse(text); }

// `given` is what to call; else the request says that.
async function call(text, given) {
  let value;
  calling = true;
  try {
    const request = bare(parse(text));
    takePlaceholders(request.placeholders);
    request.config = field(request.config);
    request.agent = field(request.agent);
    const forAgent = image.style === 'baseAgent' && request.tool === undefined;
    const found = given ? given : forAgent ? await agentOf(request) : request.tool === methodsName ? methods() : callable(await reach(locationOf(request.tool), request.config));
    if (!found) {
      const location = forAgent ? undefined : locationOf(request.tool), made = location?.made;
      const tried = location && mapGet(makerFailures, location);
      const what = forAgent ? 'the agent has no `processMessage`'
        : request.tool === undefined ? 'the bundle exports no handler'
        : made === undefined ? `no tool named \`${request.tool}\` in the bundle`
        : `no tool named \`${request.tool}\` was made: loading the bundle does not call what makes it at ${made.file}:${made.line}` +
          (tried ? `, and calling ${tried.maker} without arguments ended with \`${tried.failure}\`` : '');
      return settle('invalid-input', jsonOf(record({ name: 'Error', message: what, stack: '' })));
    }
    if (request.fault !== undefined && !found.parses)
      return settle('invalid-input', jsonOf(record({ name: 'Error', message: request.fault, stack: '' })));
    value = await apply(found.run, found.self,
      forAgent ? [agentContextOf(request)] : [parse(request.input), contextOf(request)]);
  } catch (error) {
    const kind = !isObject(error) ? 'threw' : weakHas(denials, error) ? 'denied' : weakHas(mistakes, error) ? 'invalid-input' : 'threw';
    return settle(kind, describe(error));
  }
  try {
    const result = value === undefined ? 'null' : stringify(value);
    if (result === undefined) throw new GuestTypeError(typeof value === 'object' ? 'the value has no JSON' : `a ${typeof value} has no JSON`);
    settle('ok', result);
  } catch (error) {
    settle('invalid-result', describe(error));
  }
}
