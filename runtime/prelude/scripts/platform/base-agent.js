import { denial } from 'agentc:powers';

import { emit, emitMetricsOf } from './events.js';
import { ask } from './requests.js';
import { HistoryService, LLMClient, RAGService, requestOf } from './services.js';

const mostRounds = 10;   // of asking the model again with what its tools answered

export class Tool {
  constructor(definition) { Object.assign(this, definition); }
}

const isText = (value) => typeof value === 'string' && value !== '';
const thinking = (step, progress) => { emit({ type: 'thinking', step, progress }); };

function ragSearchTool(agent) {
  return {
    name: 'rag_search',
    description: 'Search the knowledge base for what is known about a question',
    parameters: { type: 'object', required: ['query'],
      properties: { query: { type: 'string', description: 'What to look for' } } },
    execute: async ({ query }) => ({ success: true, data: await agent.ragSearch(query) }),
  };
}

async function answerOf(tool, call, context) {
  emit({ type: 'tool_call', toolName: call.name, status: 'running' });
  try {
    if (!tool) throw new Error(`no tool is named ${call.name}`);
    const problem = await ask('tools.check', { tool: call.name, arguments: call.arguments });
    if (problem) throw new Error(problem);
    const result = await tool.execute(call.arguments, context);
    emit({ type: 'tool_call', toolName: call.name, status: 'completed' });
    return result === undefined ? null : result;
  } catch (error) {
    emit({ type: 'tool_call', toolName: call.name, status: 'failed' });
    return { success: false, error: String(error?.message ?? error) };
  }
}

// A class that customizes `ragSearch` customizes this step of processMessage too.
function retrieve(agent, context) {
  if (agent.ragSearch !== BaseAgent.prototype.ragSearch) return agent.ragSearch(context.message);
  const { companyId, knowledgeCategoryIds, ragConfig } = agent.config;
  return agent.rag.search({ query: context.message, companyId: context.companyId ?? companyId,
    categoryIds: knowledgeCategoryIds ?? ragConfig?.categoryIds, limit: ragConfig?.maxResults,
    threshold: ragConfig?.relevanceThreshold });
}

export class BaseAgent {
  constructor(config) {
    this.config = config ?? {};
    this.llm = new LLMClient(this.config.llmConfig);
    this.rag = new RAGService(this.config.ragConfig);
    this.history = new HistoryService(this.config.historyConfig);
    // A field would hide the getter of a class that has one.
    if (!('tools' in this)) this.tools = Array.isArray(this.config.tools) ? this.config.tools : [];
  }

  static create(config) { return new this(config); }

  async processMessage(context) {
    const { config } = this;
    thinking('history', 0);
    const history = await this.history.get(context.conversationId);

    let ragContext = '';
    if (config.ragEnabled) {
      thinking('retrieval', 0.2);
      ragContext = this.formatRagResults(await retrieve(this, context));
    }

    thinking('model', 0.4);
    const messages = this.buildMessages({ systemPrompt: config.systemPrompt,
      systemPromptAddition: context.systemPromptAddition, ragContext, history, userMessage: context.message,
      attachments: context.attachments });
    const response = await this.llm.chat({ messages, tools: this.getAvailableTools(),
      temperature: config.llmConfig?.temperature, maxTokens: config.llmConfig?.maxTokens, stream: true });

    const finalResponse = await this.processToolCalls(response, context);

    thinking('saving', 0.9);
    await this.history.append(context.conversationId, [{ role: 'user', content: context.message },
      { role: 'assistant', content: finalResponse.content }]);

    this.emitMetrics({ conversationId: context.conversationId, tokens: response.usage, latency: response.latency,
      toolsUsed: response.toolCalls?.map((call) => call.name) ?? [] });
    return finalResponse;
  }

  async ragSearch(query) {
    return this.rag.search({ query, companyId: this.config.companyId, categoryIds: this.config.knowledgeCategoryIds });
  }

  formatRagResults(results) {
    return results.map(({ source, content }) => (isText(source) ? `[${source}]\n${content}` : content)).join('\n\n');
  }

  buildMessages({ systemPrompt, systemPromptAddition, ragContext, history = [], userMessage, attachments }) {
    const knowledge = isText(ragContext) ? `Relevant knowledge:\n${ragContext}` : '';
    const system = [systemPrompt, this.config.personality, systemPromptAddition, knowledge]
      .filter(isText).map((text) => text.trim()).join('\n\n');
    const user = { role: 'user', content: userMessage };
    if (attachments?.length > 0) user.attachments = attachments;
    return [...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...history.map(({ role, content }) => ({ role, content })), user];
  }

  getAvailableTools() {
    const { enabledTools, ragEnabled } = this.config;
    const own = Array.isArray(enabledTools) ? this.tools.filter(({ name }) => enabledTools.includes(name)) : this.tools;
    return [...(ragEnabled ? [ragSearchTool(this)] : []), ...own];
  }

  // Calls the tools that the model asked for and asks it again with their answers, until it asks for no more.
  async processToolCalls(response, context) {
    const request = requestOf(response) ?? { messages: [] };
    const messages = [...request.messages];
    const toolsUsed = [];
    let current = response;
    for (let round = 0; current.toolCalls?.length > 0; ++round) {
      if (round === mostRounds) throw new Error(`the model still calls tools after ${mostRounds} rounds`);
      messages.push({ role: 'assistant', content: current.content, toolCalls: current.toolCalls });
      const tools = this.getAvailableTools();
      for (const call of current.toolCalls) {
        const result = await answerOf(tools.find(({ name }) => name === call.name), call, context);
        toolsUsed.push(call.name);
        messages.push({ role: 'tool', toolCallId: call.id, name: call.name,
          content: typeof result === 'string' ? result : JSON.stringify(result) });
      }
      current = await this.llm.chat({ ...request, messages: [...messages] });
    }
    return { content: current.content, metadata: { toolsUsed } };
  }

  // A configuration may allow less than the sandbox grants, never more.
  async fetch(url, options) {
    const { allowedHosts, fetchTimeout } = this.config;
    if (Array.isArray(allowedHosts)) {
      const { hostname } = new URL(url);
      if (!allowedHosts.some((allowed) => coversHost(allowed, hostname))) throw denial(`Host not allowed: ${hostname}`);
    }
    return fetch(url, fetchTimeout > 0 && !options?.signal ? { ...options, signal: AbortSignal.timeout(fetchTimeout) } : options);
  }

  emitMetrics(metrics) { emitMetricsOf(metrics); }
}

function coversHost(allowed, hostname) {
  const [name] = String(allowed).split(':');
  return name === hostname || (name.startsWith('*.') && hostname.endsWith(name.slice(1)));
}
