const same = (definition) => definition;
const isText = (value) => typeof value === 'string';
function createTool(definition) {
  noteDefinition('tool', definition, () => record({ name: definition.name, description: definition.description,
    parameters: definition.parameters ?? definition.inputSchema, outputSchema: definition.outputSchema,
    run: typeof definition.execute === 'function' ? (input, context) => definition.execute(input, context) : undefined }),
  false);
  return definition;
}
function createAgent(definition) {
  noteDefinition('agent', definition, () => record({ name: definition.name, description: definition.description,
    instructions: definition.system ?? definition.instructions,
    model: isText(definition.model) ? definition.model : isObject(definition.model) ? definition.model.modelId : undefined }),
  false);
  return definition;
}
const gateway = (id) => ({ provider: 'gateway', modelId: id });

const lightfast = { createLightfast: same, createAgent, createTool, gateway };

// Packages that the prelude has itself. Modules.def names them and, in the tables before this part, what scripts have.
const provided = record({ '@lightfast/core': lightfast, lightfast });
// Which script has a global.
const scriptOfGlobal = record({
  Blob: 'fetch', fetch: 'fetch', File: 'fetch', FormData: 'fetch', Headers: 'fetch', Request: 'fetch', Response: 'fetch',
  AbortController: 'web', AbortSignal: 'web', Buffer: 'node', ByteLengthQueuingStrategy: 'web',
  CountQueuingStrategy: 'web', CryptoKey: 'crypto', CustomEvent: 'web', DOMException: 'web', Event: 'web', EventTarget: 'web',
  MessageChannel: 'web', MessageEvent: 'web', MessagePort: 'web', Performance: 'web', ReadableByteStreamController: 'web', ReadableStream: 'web', ReadableStreamBYOBReader: 'web',
  ReadableStreamBYOBRequest: 'web', ReadableStreamDefaultController: 'web', ReadableStreamDefaultReader: 'web',
  SubtleCrypto: 'crypto',
  TextDecoder: 'web', TextDecoderStream: 'web', TextEncoder: 'web', TextEncoderStream: 'web', TransformStream: 'web',
  TransformStreamDefaultController: 'web', URL: 'web', URLSearchParams: 'web', WritableStream: 'web',
  WritableStreamDefaultController: 'web', WritableStreamDefaultWriter: 'web', atob: 'web', btoa: 'web',
  performance: 'web', structuredClone: 'web',
});
// Globals of script platform, which only the packages have that need them.
const agentGlobals = setPrototypeOf(['BaseAgent', 'HistoryService', 'LLMClient', 'RAGService', 'Tool', '__buzzi__'], null);

function mentions(name) {
  for (let i = 0; i < image.globals.length; ++i) if (image.globals[i] === name) return true;
  return false;
}

function defineAgentGlobals() {
  for (let i = 0; i < agentGlobals.length; ++i)
    if (image.style === 'baseAgent' || mentions(agentGlobals[i])) defineLazily(agentGlobals[i], 'platform');
}

function packageOf(name) {
  let end = indexOf(name, '/');
  if (end >= 0 && name[0] === '@') end = indexOf(name, '/', end + 1);
  return end < 0 ? name : slice(name, 0, end);
}

// What an import of the bundle needs is evaluated before the bundle can change what it looks up.
function preload() {
  for (let i = 0; i < image.imports.length; ++i) {
    const name = scriptOfImport(image.imports[i].specifier);
    if (name !== undefined) script(name);
  }
  for (let i = 0; i < image.globals.length; ++i) {
    const name = scriptOfGlobal[image.globals[i]];
    if (name !== undefined) script(name);
  }
  if (image.style === 'baseAgent') script('platform');
}

function scriptOfImport(specifier) {
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  return scriptOfModule[name] ?? (name === specifier ? scriptOfPackage[packageOf(name)] : undefined);
}

// Code that can go without a module looks for the code.
const notFound = (error) => assign(error, { __proto__: null, code: 'MODULE_NOT_FOUND' });
const unknownModule = (specifier) => notFound(denial(`Module '${specifier}' is not allowed in the sandbox`));
const isProvided = (specifier) => provided[packageOf(specifier)] !== undefined || scriptOfImport(specifier) !== undefined;

function providedModule(specifier) {
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  if (name !== 'process') observe('modules', name);   // which is the global
  const packageName = name === specifier ? packageOf(name) : '';
  // What defines agents and tools is the same under each subpath.
  const scriptName = scriptOfImport(specifier);
  const value = provided[packageName] ?? (name === 'process' ? guestProcess : undefined) ??
    (scriptName !== undefined ? script(scriptName).moduleNamed(name, packageName) : undefined);
  if (value) return value;
  throw unknownModule(specifier);
}

// What a handler's context gives: nothing that reaches further, not even by name.
function requireInContext(specifier) {
  if (typeof specifier !== 'string') return requireFor(image.entry)(specifier);
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  if (refusingModules[name] && resolve(image.entry, specifier) === undefined) {
    observe('modules', name);
    throw denial(`Module '${specifier}' is not allowed in the sandbox`);
  }
  return requireFor(image.entry)(specifier);
}
