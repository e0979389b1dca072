// Models by provider, as the AI SDK's provider packages and LangChain's give them: they name a model, and cannot ask it.
import { lacking, placeholder } from './definitions.js';

const model = (provider, modelId, settings) => ({
  specificationVersion: 'v3', provider, modelId, settings,
  doGenerate() { throw lacking(`model ${modelId}`); },
  doStream() { throw lacking(`model ${modelId}`); },
});

const modelKinds = ['chat', 'completion', 'responses', 'messages', 'languageModel', 'embedding', 'embeddingModel',
  'textEmbedding', 'textEmbeddingModel', 'image', 'imageModel', 'speech', 'speechModel', 'transcription',
  'transcriptionModel'];

// `openai('gpt-5')`, `openai.chat('gpt-5')`, and `openai.tools.webSearch()`, which only the provider can run.
export function provider(name) {
  const make = (id, settings) => model(name, id, settings);
  for (const kind of modelKinds) make[kind] = make;
  make.tools = placeholder(`${name}.tools`);
  return make;
}

const providerModule = (name, local, create) => ({ [local]: provider(name), [create]: () => provider(name) });

export const anthropic = { exported: providerModule('anthropic', 'anthropic', 'createAnthropic') };
export const gateway = { exported: providerModule('gateway', 'gateway', 'createGateway') };
export const google = { exported: providerModule('google', 'google', 'createGoogleGenerativeAI') };
export const openai = { exported: providerModule('openai', 'openai', 'createOpenAI') };
