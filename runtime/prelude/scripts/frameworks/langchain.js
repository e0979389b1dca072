// LangChain: `@langchain/core`, `langchain` and LangGraph's prebuilt agent.
import { defineAgent, defineObjects, defineTool, modelName, refusedAll } from './definitions.js';

const config = (given) => ({ __proto__: given, configurable: {} });

class StructuredTool {
  returnDirect = false;
  constructor(fields = {}) {
    this.returnDirect = fields.returnDirect ?? false;
    defineTool(this, () => ({
      name: this.name, description: this.description || undefined, parameters: this.schema,
      run: (input, given) => this.func ? this.func(input, undefined, config(given))
        : this._call(input, undefined, config(given)),
    }));
  }
  getName() { return this.name; }
}
Object.assign(StructuredTool.prototype, refusedAll('invoke', 'call', 'stream', 'batch'));

// Takes one string, which models give as `input`.
class Tool extends StructuredTool {
  constructor(fields) {
    super(fields);
    defineTool(this, () => ({
      name: this.name, description: this.description || undefined,
      run: (input, given) => {
        const text = typeof input === 'string' ? input : input?.input;
        return this.func ? this.func(text, undefined, config(given)) : this._call(text, undefined, config(given));
      },
    }));
  }
}

class DynamicStructuredTool extends StructuredTool {
  constructor(fields) {
    super(fields);
    this.name = fields.name;
    this.description = fields.description ?? '';
    this.schema = fields.schema;
    this.func = fields.func;
  }
}

class DynamicTool extends Tool {
  constructor(fields) {
    super(fields);
    this.name = fields.name;
    this.description = fields.description ?? '';
    this.func = fields.func;
  }
}

class BaseMessage {
  constructor(fields) { Object.assign(this, typeof fields === 'object' && !Array.isArray(fields) ? fields : { content: fields }); }
}

const isText = (schema) => schema === undefined || schema?._zod?.def?.type === 'string' ||
  schema?._def?.typeName === 'ZodString';

function tool(func, fields) {
  const { description } = fields;
  // The prebuilt classes' functions take callbacks second; this one takes the call's configuration.
  const own = (input, callbacks, options) => func(input, options);
  return isText(fields.schema) ? new DynamicTool({ ...fields, description, func: own })
    : new DynamicStructuredTool({ ...fields, description, func: own });
}

function createAgent(options) {
  const agent = { options, tools: options.tools ?? [] };
  defineObjects(agent.tools, (tool) => ({ name: tool.name, description: tool.description, parameters: tool.schema,
    run: typeof tool.func === 'function' ? (input, given) => tool.func(input, config(given)) : undefined }));
  Object.assign(agent, refusedAll('invoke', 'stream', 'streamEvents', 'batch'));
  const prompt = options.systemPrompt ?? options.prompt ?? options.stateModifier ?? options.messageModifier;
  return defineAgent(agent, () => ({ name: options.name, description: options.description, instructions: prompt,
    model: modelName(options.model ?? options.llm) }));
}

// LangGraph's graphs: what their nodes do is the agent's, which does not run here.
class StateGraph {
  compile(options = {}) {
    const graph = { builder: this, name: options.name };
    graph.withConfig = () => graph;
    Object.assign(graph, refusedAll('invoke', 'stream', 'streamEvents', 'batch', 'getState', 'updateState'));
    return defineAgent(graph, () => ({ name: options.name }));
  }
}
for (const name of ['addNode', 'addEdge', 'addConditionalEdges', 'addSequence', 'setEntryPoint', 'setFinishPoint', 'validate'])
  StateGraph.prototype[name] = function () { return this; };

export const exported = { tool, StructuredTool, Tool, DynamicStructuredTool, DynamicTool, createAgent,
  createReactAgent: createAgent, StateGraph, START: '__start__', END: '__end__',
  SystemMessage: class SystemMessage extends BaseMessage {}, HumanMessage: class HumanMessage extends BaseMessage {},
  AIMessage: class AIMessage extends BaseMessage {}, ToolMessage: class ToolMessage extends BaseMessage {}, BaseMessage,
  isStructuredTool: (value) => value instanceof StructuredTool,
  isLangChainTool: (value) => value instanceof StructuredTool };
