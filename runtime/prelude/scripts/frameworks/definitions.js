// What the frameworks' functions have in common: each keeps what it is given, and says so to the sandbox.
// Nothing here can do more than a bundle can: what connects it to the sandbox only takes notes.
let note = () => {}, isCalling = () => false, markLacking = (what, error) => error;
export function connect(takeNote, tellCalling, mark) {
  note = takeNote;
  isCalling = tellCalling;
  markLacking = mark;
}

// Notes a tool. `parts()` says what it is at the time of asking, as a class may set it later: `name`, `description`,
// `parameters`, `outputSchema` (schemas of any kind) as they were given, and `run(input, context)`, which gets the
// input as the schema gives it. `shape`: the schemas may be objects of schemas. Gives `value`, what the bundle holds.
export function defineTool(value, parts, shape = false) {
  note('tool', value, parts, shape);
  return value;
}

// Notes the plain objects among an agent's tools, which need no function around them; `partsOf(tool, key)`.
export function defineObjects(tools, partsOf) {
  if (typeof tools !== 'object' || tools === null) return;
  for (const [key, tool] of Object.entries(tools))
    if (typeof tool === 'object' && tool !== null) note('tool', tool, () => partsOf(tool, key), false, true);
}

// Notes an agent: `name`, `description`, `instructions`, `model`.
export function defineAgent(value, parts) {
  note('agent', value, parts, false);
  return value;
}

// Notes something whose tools only its own code can list: `list()` promises their parts and their `value`.
export function defineServer(value, list) {
  note('server', value, list, false);
  return value;
}

// Notes what answers methods of a protocol that are no tool's: `ask(method, params, context)` promises `{result}` or `{error}`.
export function defineMethods(ask) { note('methods', undefined, ask, false); }

export function lacking(what) {
  return markLacking(what, new Error(`the sandbox has no ${what}: it runs an agent's tools, not the agent`));
}

// What would ask a model, or reach another process: it is there, and cannot be used.
export function refused(what) {
  return { [what]() { throw lacking(what); } }[what];
}
export const refusedAll = (...names) => Object.fromEntries(names.map((name) => [name, refused(name)]));

// What the shims do not know by name. While a bundle is loaded it takes everything and does nothing; a tool that uses
// it hears that it is missing.
export function placeholder(what) {
  if (/Error$/.test(what)) {
    const type = { [what]: class extends Error { static isInstance(error) { return error instanceof this; } } }[what];
    return type;
  }
  const members = new Map();
  return new Proxy(function () {}, {
    get(target, key, receiver) {
      if (typeof key !== 'string' || key === 'then' || key === 'toJSON' || key in target)
        return Reflect.get(target, key, receiver);
      if (!members.has(key)) members.set(key, placeholder(`${what}.${key}`));
      return members.get(key);
    },
    apply() {
      if (isCalling()) throw lacking(what);
      return placeholder(`${what}()`);
    },
    construct(target, args, type) {
      if (isCalling()) throw lacking(what);
      // a class of the bundle's own that extends it
      return Object.getOwnPropertyDescriptor(type, 'prototype')?.writable === false
        ? Reflect.construct(Object, [], type) : placeholder(`${what}()`);
    },
  });
}

export const modelName = (model) =>
  typeof model === 'string' ? model
  : typeof model?.modelId === 'string' ? { provider: model.provider, id: model.modelId } : undefined;
