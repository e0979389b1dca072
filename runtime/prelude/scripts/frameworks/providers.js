// Models by provider, as the AI SDK's provider packages and LangChain's give them: they name a model, and cannot ask it.
import { lacking, placeholder, refusedAll } from './definitions.js';

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

// Package → the name that it exports its models by, and the function that makes another such.
const providers = {
  '@ai-sdk/amazon-bedrock': ['bedrock', 'createAmazonBedrock'],
  '@ai-sdk/anthropic': ['anthropic', 'createAnthropic'],
  '@ai-sdk/azure': ['azure', 'createAzure'],
  '@ai-sdk/cohere': ['cohere', 'createCohere'],
  '@ai-sdk/deepseek': ['deepseek', 'createDeepSeek'],
  '@ai-sdk/gateway': ['gateway', 'createGateway'],
  '@ai-sdk/google': ['google', 'createGoogleGenerativeAI'],
  '@ai-sdk/google-vertex': ['vertex', 'createVertex'],
  '@ai-sdk/groq': ['groq', 'createGroq'],
  '@ai-sdk/mistral': ['mistral', 'createMistral'],
  '@ai-sdk/openai': ['openai', 'createOpenAI'],
  '@ai-sdk/openai-compatible': ['', 'createOpenAICompatible'],
  '@ai-sdk/xai': ['xai', 'createXai'],
};

class ChatModel {
  constructor(fields = {}) {
    Object.assign(this, fields);
    this.modelId = fields.model ?? fields.modelName;
  }
  bindTools() { return this; }
  withStructuredOutput() { return this; }
}
Object.assign(ChatModel.prototype, refusedAll('invoke', 'stream', 'batch'));
const chatModels = {
  '@langchain/anthropic': ['ChatAnthropic', 'anthropic'],
  '@langchain/google-genai': ['ChatGoogleGenerativeAI', 'google'],
  '@langchain/openai': ['ChatOpenAI', 'openai'],
};

export const packagesOfModels = [...Object.keys(providers), ...Object.keys(chatModels)];
export function exportedBy(packageName) {
  if (packageName in chatModels) {
    const [name, provider] = chatModels[packageName];
    return { [name]: class extends ChatModel { provider = provider; } };
  }
  const [name, create] = providers[packageName];
  const exported = { [create]: (options) => provider(options?.name ?? name) };
  if (name !== '') exported[name] = provider(name);
  return exported;
}
