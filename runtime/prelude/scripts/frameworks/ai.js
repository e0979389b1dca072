// Vercel AI SDK, versions 4 to 6.
import { z } from 'zod';
import { defineAgent, defineObjects, defineTool, modelName, placeholder, refused, refusedAll } from './definitions.js';
import { provider } from './providers.js';

const context = (given) => ({ __proto__: given, toolCallId: 'call', messages: [], abortSignal: undefined });

const partsOf = (value, key) => ({
  name: key,
  description: value.description,
  parameters: value.inputSchema ?? value.parameters,
  outputSchema: value.outputSchema,
  run: typeof value.execute === 'function' ? (input, given) => value.execute(input, context(given)) : undefined,
});
const noted = (value) => defineTool(value, () => partsOf(value));

const tool = (definition) => noted(definition);
const dynamicTool = (definition) => noted({ ...definition, type: 'dynamic' });

const mark = Symbol.for('vercel.ai.schema');
function jsonSchema(schema, { validate } = {}) {
  return { [mark]: true, _type: undefined, validate,
    get jsonSchema() { return typeof schema === 'function' ? schema() : schema; } };
}
function zodSchema(schema) {
  return jsonSchema(() => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), {
    validate: async (value) => {
      const result = await schema.safeParseAsync(value);
      return result.success ? { success: true, value: result.data } : { success: false, error: result.error };
    },
  });
}
const asSchema = (schema) =>
  schema == null ? jsonSchema({ properties: {}, additionalProperties: false })
  : typeof schema === 'function' ? schema() : schema[mark] ? schema : zodSchema(schema);

class ToolLoopAgent {
  version = 'agent-v1';
  constructor(settings) {
    this.settings = settings;
    defineAgent(this, () => ({ name: settings.id, instructions: settings.instructions ?? settings.system,
      model: modelName(settings.model) }));
    defineObjects(settings.tools, partsOf);
  }
  get id() { return this.settings.id; }
  get tools() { return this.settings.tools; }
}
Object.assign(ToolLoopAgent.prototype, refusedAll('generate', 'stream', 'respond'));

// What asks a model, with tools that may be plain objects.
const asking = (...names) => Object.fromEntries(names.map((name) => {
  const ask = refused(name);
  return [name, (settings) => {
    defineObjects(settings?.tools, partsOf);
    return ask();
  }];
}));

const id = (length = 16) => {
  let text = '';
  while (text.length < length) text += Math.random().toString(36).slice(2);
  return text.slice(0, length);
};

export const exported = {
  tool, dynamicTool, jsonSchema, zodSchema, asSchema, ToolLoopAgent, Experimental_Agent: ToolLoopAgent,
  stepCountIs: (count) => ({ steps }) => steps.length === count,
  hasToolCall: (name) => ({ steps }) =>
    steps[steps.length - 1]?.toolCalls?.some((call) => call.toolName === name) ?? false,
  generateId: () => id(),
  createIdGenerator: ({ prefix, separator = '-', size = 16 } = {}) =>
    () => (prefix === undefined ? id(size) : prefix + separator + id(size)),
  cosineSimilarity(a, b) {
    let dot = 0, first = 0, second = 0;
    for (let i = 0; i < a.length; ++i) { dot += a[i] * b[i]; first += a[i] ** 2; second += b[i] ** 2; }
    return first === 0 || second === 0 ? 0 : dot / Math.sqrt(first * second);
  },
  gateway: provider('gateway'), createGateway: () => provider('gateway'),
  Output: placeholder('Output'),
  ...asking('generateText', 'streamText'),
  ...refusedAll('generateObject', 'streamObject', 'generateImage', 'embed', 'embedMany',
    'rerank', 'experimental_generateImage', 'experimental_generateSpeech', 'experimental_transcribe',
    'createAgentUIStream', 'createAgentUIStreamResponse'),
};
