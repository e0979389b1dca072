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

function bare(value) {
  if (!isObject(value)) return value;
  setPrototypeOf(value, null);
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length; ++i) if (keys[i] !== 'length') bare(value[keys[i]]);
  return value;
}

let guestProcess;

function takeImage(text) {
  image = bare(parse(text));
  for (let i = 0; i < image.modules.length; ++i) mapSet(formats, image.modules[i].path, image.modules[i].format);
  for (let i = 0; i < image.links.length; ++i) {
    const link = image.links[i];
    if (!mapHas(links, link.module)) mapSet(links, link.module, new Map());
    mapSet(mapGet(links, link.module), link.specifier, link.target);
  }
  for (let i = 0; i < image.imports.length; ++i)
    mapSet(importedNames, image.imports[i].specifier, image.imports[i].names);
  guestProcess = { env: environmentOf(image.environment) };
  if (image.style !== 'baseAgent') define(globalThis, 'process', guestProcess);
}

const failures = new Map();   // path of a module beside the entry → how loading it failed

// Modules that the entry does not import cost their own tools alone, should they not load.
async function loadModulesOf(locations) {
  for (let i = 0; i < locations.length; ++i) {
    const path = locations[i].module;
    if (path === undefined || path === image.entry || mapHas(failures, path)) continue;
    try {
      await loadFile(path);
    } catch (error) {
      mapSet(failures, path, record({ error }));
    }
  }
}

// Scripts define an agent and go on to ask its model, which ends them here; what they defined stays.
let earlyEnd;
async function loadEntry() {
  try {
    await loadFile(image.entry);
  } catch (error) {
    if (definitions.length === 0 || lackedBy(error) === '') throw error;
    earlyEnd = record({ error });
  }
}

async function load(text) {
  try {
    takeImage(text);
    preload();
    await loadEntry();
    await loadModulesOf(image.tools);
    await loadModulesOf(image.agents);
    settle('ok', image.report ? await loadReport() : '');
  } catch (error) {
    const { name, message, stack } = readError(error);
    settle('load-failed', jsonOf(record({ name, message, stack, lacking: lackedBy(error) })));
  }
}

// After the load, in the processes forked for calls.
function ready() { settled = false; }

async function contextOf(request) {
  const context = { require: requireFor(image.entry), process: guestProcess,
    config: request.config ?? {}, organizationSlug: request.organizationSlug,
    conversationId: request.conversationId, userId: request.userId, agent: request.agent };
  context.deliverables = { async create() { throw later('deliverables.create'); } };
  context.assets = { async saveBuffer() { throw later('assets.saveBuffer'); } };
  return context;
}

function field(text) { return text === undefined ? undefined : parse(text); }

async function call(text) {
  let value;
  calling = true;
  try {
    const request = bare(parse(text));
    request.config = field(request.config);
    request.agent = field(request.agent);
    const found = callable(await reach(locationOf(request.tool), request.config));
    if (!found) {
      const what = request.tool === undefined ? 'the bundle exports no handler' : `no tool named \`${request.tool}\` in the bundle`;
      return settle('invalid-input', jsonOf(record({ name: 'Error', message: what, stack: '' })));
    }
    value = await apply(found.run, found.self, [parse(request.input), await contextOf(request)]);
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
