// What the platform gives to agents: the base class with its services, and what handlers find in `ctx`.
import { BaseAgent, Tool } from './platform/base-agent.js';
import { emit } from './platform/events.js';
import { createDeliverable, saveBuffer } from './platform/saving.js';
import { HistoryService, LLMClient, RAGService } from './platform/services.js';

const baseAgentModule = { BaseAgent, HistoryService, LLMClient, RAGService, Tool };
const services = { rag: new RAGService(), history: new HistoryService(), llm: new LLMClient(), emit };
const globals = { ...baseAgentModule, __buzzi__: services };

export { BaseAgent };
export const moduleNamed = () => baseAgentModule;
export const globalNamed = (name) => globals[name];
export const deliverables = { create: createDeliverable };
export const assets = { saveBuffer };

// Runs what most agents will run, so that the build can keep it compiled.
export function exercise() {
  const tool = new Tool({ name: 'a', description: '', parameters: {}, execute: () => 1 });
  const agent = new BaseAgent({ systemPrompt: 'a', tools: [tool], ragEnabled: true, enabledTools: ['a'] });
  agent.getAvailableTools();
  agent.buildMessages({ ragContext: agent.formatRagResults([{ source: 'a', content: 'b' }]),
    history: [{ role: 'user', content: 'a' }], userMessage: 'b' });
}
