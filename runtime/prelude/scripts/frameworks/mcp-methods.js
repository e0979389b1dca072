// What servers of the Model Context Protocol offer beside tools, as the SDK answers a client: resources and prompts.
import { z } from 'zod';

class MethodError extends Error {
  constructor(code, message) { super(message); this.code = code; }
}
const invalid = (message) => new MethodError(-32602, message);

// A template of RFC 6570, as far as the SDK reads one back: the values that make it this URI, or nothing.
function match(template, uri) {
  const names = [], separators = { '/': '/', '.': '\\.' };
  const pattern = template.split(/(\{[^{}]+\})/).map((part) => {
    const variable = /^\{([+#./?&]?)([^{}]+)\}$/.exec(part);
    if (!variable) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const [, operator, list] = variable, each = list.split(',').map((name) => name.replace(/\*$/, ''));
    names.push(...each);
    if (operator === '?' || operator === '&')
      return each.map((name, at) => `\\${at === 0 ? operator : '&'}${name}=([^&]+)`).join('');
    const value = operator === '+' || operator === '#' ? '(.+)' : `${separators[operator] ?? ''}([^/,]+)`;
    return each.map(() => value).join(',');
  }).join('');
  const found = new RegExp(`^${pattern}$`).exec(uri);
  return found && Object.fromEntries(names.map((name, at) => [name, found[at + 1]]));
}

export class ResourceTemplate {
  constructor(uriTemplate, callbacks) {
    this.uri = uriTemplate;
    this.callbacks = callbacks;
    this.uriTemplate = { toString: () => String(uriTemplate), match: (uri) => match(String(uriTemplate), uri) };
  }
}

const completer = Symbol.for('mcp.completable');
export function completable(schema, complete) {
  Object.defineProperty(schema, completer, { value: { complete } });
  return schema;
}

// Registered things of one kind, each with what the SDK gives back for it.
class Registered {
  #all = new Map();
  add(key, thing) {
    if (this.#all.has(key)) throw new Error(`${key} is already registered`);
    const handle = Object.assign(thing, { enabled: true, enable() { thing.enabled = true; }, disable() { thing.enabled = false; },
      remove: () => { this.#all.delete(key); },
      update: ({ name, uri, callback, metadata, ...rest }) => {
        if (callback !== undefined) thing.run = callback;
        Object.assign(thing.metadata, metadata, rest);
        const renamed = uri ?? name;
        if (renamed !== undefined && renamed !== key) { this.#all.delete(key); key = renamed; this.#all.set(key, thing); }
      } });
    this.#all.set(key, handle);
    return handle;
  }
  get all() { return [...this.#all].filter(([, thing]) => thing.enabled); }
}

function argumentsOf(shape) {
  return Object.entries(shape ?? {}).map(([name, schema]) =>
    ({ name, description: schema.description, required: !schema.safeParse(undefined).success }));
}

// The offers of one McpServer. `extra(context)` is what callbacks get last.
export class Offers {
  #resources = new Registered();
  #templates = new Registered();
  #prompts = new Registered();
  constructor(extra) { this.extra = extra; }

  resource(name, uri, metadata, run) {
    const thing = { name, metadata: { ...metadata }, run };
    return typeof uri === 'string' ? this.#resources.add(uri, thing)
      : this.#templates.add(name, Object.assign(thing, { template: uri }));
  }
  prompt(name, { argsSchema, ...metadata }, run) {
    return this.#prompts.add(name, { name, metadata, argsSchema, run });
  }
  async #listed(context) {
    const found = this.#resources.all.map(([uri, { name, metadata }]) => ({ uri, name, ...metadata }));
    for (const [, { template, metadata }] of this.#templates.all)
      for (const one of (await template.callbacks?.list?.(this.extra(context)))?.resources ?? []) found.push({ ...metadata, ...one });
    return found;
  }
  async #read(text, context) {
    if (typeof text !== 'string' || !URL.canParse(text)) throw invalid('`uri` is not a URI');
    const uri = new URL(text);
    for (const [key, resource] of this.#resources.all)
      if (key === text || key === uri.href) return resource.run(uri, this.extra(context));
    for (const [, { template, run }] of this.#templates.all) {
      const variables = match(String(template.uri), text);
      if (variables) return run(uri, variables, this.extra(context));
    }
    throw new MethodError(-32002, `Resource ${text} not found`);
  }
  async #prompt({ name, arguments: given = {} }, context) {
    const found = this.#prompts.all.find(([key]) => key === name);
    if (!found) throw invalid(`Prompt ${name} not found`);
    const [, { argsSchema, run }] = found;
    if (argsSchema === undefined) return run(this.extra(context));
    const parsed = await z.object(argsSchema).safeParseAsync(given);
    if (!parsed.success) throw invalid(`Invalid arguments for prompt ${name}: ${parsed.error.message}`);
    return run(parsed.data, this.extra(context));
  }
  async #complete({ ref, argument, context } = {}) {
    let complete;
    if (ref?.type === 'ref/prompt') {
      const found = this.#prompts.all.find(([key]) => key === ref.name);
      if (!found) throw invalid(`Prompt ${ref.name} not found`);
      const field = found[1].argsSchema?.[argument.name];
      complete = (field?.[completer] ?? field?._def?.innerType?.[completer])?.complete;
    } else {
      const found = this.#templates.all.find(([, { template }]) => String(template.uri) === ref?.uri);
      if (!found && !this.#resources.all.some(([key]) => key === ref?.uri)) throw invalid(`Resource template ${ref?.uri} not found`);
      complete = found?.[1].template.callbacks?.complete?.[argument.name];
    }
    if (!complete) return { completion: { values: [], hasMore: false } };
    const values = await complete(argument.value, context);
    return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } };
  }
  methods = {
    'completion/complete': (params) => this.#complete(params),
    'resources/list': async (params, context) => ({ resources: await this.#listed(context) }),
    'resources/templates/list': async () => ({ resourceTemplates: this.#templates.all.map(([, { name, template, metadata }]) =>
      ({ name, uriTemplate: String(template.uri), ...metadata })) }),
    'resources/read': ({ uri }, context) => this.#read(uri, context),
    'prompts/list': async () => ({ prompts: this.#prompts.all.map(([, { name, metadata, argsSchema }]) =>
      ({ name, ...metadata, arguments: argsSchema && argumentsOf(argsSchema) })) }),
    'prompts/get': (params, context) => this.#prompt(params, context),
  };
}

// Asks servers in turn, each a function of the method, its parameters and the call's context that answers nothing for one it hasn't: lists are
// joined, else the first that knows the thing answers.
export async function askServers(servers, method, params, context) {
  const lists = [];
  let failure;
  try {
    for (const server of servers) {
      try {
        const answer = await server(method, params, context);
        if (answer === undefined) continue;
        if (!method.endsWith('/list')) return { result: answer };
        lists.push(answer);
      } catch (error) {
        if (method.endsWith('/list') || ![-32002, -32602].includes(error?.code)) throw error;
        failure ??= error;
      }
    }
    if (failure) throw failure;
    if (lists.length === 0) throw new MethodError(-32601, `there is no method \`${method}\``);
    const [member] = Object.keys(lists[0]).filter((key) => Array.isArray(lists[0][key]));
    return { result: lists.length === 1 ? lists[0] : { [member]: lists.flatMap((list) => list[member] ?? []) } };
  } catch (error) {
    return { error: { code: Number.isInteger(error?.code) ? error.code : -32603, message: String(error?.message ?? error) } };
  }
}
