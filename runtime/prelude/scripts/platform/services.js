// The services of the base class; each asks the broker, and what it answers is data.
import { emit } from './events.js';
import { ask } from './requests.js';

export class RAGService {
  constructor(config) { this.config = config ?? {}; }

  async search({ query, companyId, categoryIds, limit, threshold }) {
    return ask('rag.search', { query: String(query), companyId, categoryIds: categoryIds ?? this.config.categoryIds,
      limit: limit ?? this.config.maxResults, threshold: threshold ?? this.config.relevanceThreshold });
  }
}

export class HistoryService {
  constructor(config) { this.config = config ?? {}; }

  async get(conversationId) {
    return ask('history.get', { conversationId, maxMessages: this.config.maxMessages, ttl: this.config.ttl });
  }

  async append(conversationId, messages) { return ask('history.append', { conversationId, messages }); }
}

const requests = new WeakMap();   // a response → what was asked for it

export class LLMClient {
  constructor(config) { this.config = config ?? {}; }

  // With `stream`, what comes in is shown at once as `delta` events; the promise is for the whole.
  async chat(request) {
    const { messages, tools = [], temperature, maxTokens, stream, model } = { ...this.config, ...request };
    const began = Date.now();
    // Whoever answers may show the answer itself where it comes in, and tell no parts of it.
    const response = await ask('llm.chat', { model, messages, temperature, maxTokens, stream,
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })) },
      (content) => { if (stream) emit({ type: 'delta', content }); });
    response.latency = Date.now() - began;
    requests.set(response, request);
    return response;
  }
}

export const requestOf = (response) => requests.get(response);
