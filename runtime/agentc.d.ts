/// <reference path="types/modules.d.ts" />

// What handlers and agents of the platform see. BaseAgent's packages have these globals and no `process`.

declare namespace agentc {
  type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
  interface HandlerContext<Config = Record<string, any>> {
    require(name: string): any;
    process: { readonly env: Readonly<Record<string, string | undefined>> };
    config: Config;
    organizationSlug?: string;
    conversationId?: string;
    userId?: string;
    agent?: Record<string, any>;
    deliverables: { create(deliverable: { title: string; type?: string; format?: string; content?: string; attachments?: any; metadata?: any }): Promise<any> };
    assets: { saveBuffer(asset: { buffer: Buffer | Bytes | string; mime?: string; filename?: string; subpath?: string }): Promise<any> };
  }
  /** `module.exports = async function handler(input, ctx)`. */
  type Handler<Input = any, Output = unknown, Config = Record<string, any>> = (input: Input, ctx: HandlerContext<Config>) => Output | Promise<Output>;

  interface Message { role: 'system' | 'user' | 'assistant' | 'tool'; content: string; [name: string]: any }
  interface ToolCall { id?: string; name: string; arguments: any }
  interface ModelResponse { content: string; toolCalls?: ToolCall[]; usage?: any; latency?: number }
  interface AgentContext { conversationId: string; companyId?: string; agentId?: string; message: string; attachments?: any[]; systemPromptAddition?: string; [name: string]: any }
  interface AgentResponse { content: string; metadata?: Record<string, any>; [name: string]: any }
  interface ToolDefinition { name: string; description: string; parameters: object; execute(input: any, context: AgentContext): any }
}

declare class Tool implements agentc.ToolDefinition {
  constructor(definition: agentc.ToolDefinition);
  name: string; description: string; parameters: object;
  execute(input: any, context: agentc.AgentContext): any;
}
declare class RAGService {
  constructor(config?: any);
  search(query: { query: string; companyId?: string; categoryIds?: string[]; limit?: number; threshold?: number }): Promise<{ source?: string; content: string; score?: number }[]>;
}
declare class HistoryService {
  constructor(config?: any);
  get(conversationId: string): Promise<agentc.Message[]>;
  append(conversationId: string, messages: agentc.Message[]): Promise<void>;
}
declare class LLMClient {
  constructor(config?: any);
  chat(request: { messages: agentc.Message[]; tools?: agentc.ToolDefinition[]; temperature?: number; maxTokens?: number; stream?: boolean }): Promise<agentc.ModelResponse>;
}
declare class BaseAgent {
  constructor(config?: any);
  static create<T extends BaseAgent>(this: new (config?: any) => T, config?: any): T;
  config: any; llm: LLMClient; rag: RAGService; history: HistoryService; tools: agentc.ToolDefinition[];
  processMessage(context: agentc.AgentContext): Promise<agentc.AgentResponse>;
  ragSearch(query: string): Promise<any[]>;
  formatRagResults(results: any[]): string;
  buildMessages(parts: Record<string, any>): agentc.Message[];
  getAvailableTools(): agentc.ToolDefinition[];
  processToolCalls(response: agentc.ModelResponse, context: agentc.AgentContext): Promise<agentc.AgentResponse>;
  fetch: typeof fetch;
  emitMetrics(metrics: Record<string, any>): void;
}
declare var __buzzi__: { rag: RAGService; history: HistoryService; llm: LLMClient; emit(event: Record<string, any>): void };
