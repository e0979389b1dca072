// Google's Agent Development Kit.
import { defineAgent, defineTool, modelName, refusedAll } from './definitions.js';

class BaseTool {
  constructor({ name, description, isLongRunning = false }) {
    this.name = name;
    this.description = description;
    this.isLongRunning = isLongRunning;
    defineTool(this, () => this._parts());
  }
  _parts() {
    return { name: this.name, description: this.description,
      run: typeof this.runAsync === 'function'
        ? (args, given) => this.runAsync({ args, toolContext: given }) : undefined };
  }
}

class FunctionTool extends BaseTool {
  constructor(options) {
    super({ ...options, name: options.name ?? options.execute.name });
    this.execute = options.execute;
    this.parameters = options.parameters;
  }
  _parts() {
    return { name: this.name, description: this.description, parameters: this.parameters,
      run: (input, given) => this.execute(input, given) };
  }
}
class LongRunningFunctionTool extends FunctionTool {
  constructor(options) { super({ ...options, isLongRunning: true }); }
}

class AgentTool extends BaseTool {
  constructor({ agent }) {
    super({ name: agent.name, description: agent.description });
    this.agent = agent;
  }
  _parts() {
    return { name: this.name, description: this.description, parameters: this.agent.config?.inputSchema ??
      { type: 'object', properties: { request: { type: 'string' } }, required: ['request'] } };
  }
}

class BaseAgent {
  constructor(config) {
    this.name = config.name;
    this.description = config.description;
    this.config = config;
    this.subAgents = config.subAgents ?? [];
    defineAgent(this, () => ({ name: this.name, description: this.description, instructions: this.instruction,
      model: modelName(this.model) }));
  }
}
Object.assign(BaseAgent.prototype, refusedAll('runAsync', 'runLive'));

class LlmAgent extends BaseAgent {
  constructor(config) {
    super(config);
    this.model = config.model;
    this.instruction = config.instruction;
    this.globalInstruction = config.globalInstruction ?? '';
    this.tools = config.tools ?? [];
  }
}
class Runner { constructor(options) { Object.assign(this, options); } }
Object.assign(Runner.prototype, refusedAll('run', 'runAsync', 'runLive', 'runEphemeral'));

export const exported = { BaseTool, FunctionTool, LongRunningFunctionTool, AgentTool, BaseAgent, LlmAgent,
  Agent: LlmAgent, SequentialAgent: class SequentialAgent extends BaseAgent {},
  ParallelAgent: class ParallelAgent extends BaseAgent {}, LoopAgent: class LoopAgent extends BaseAgent {}, Runner,
  InMemoryRunner: class InMemoryRunner extends Runner {} };
