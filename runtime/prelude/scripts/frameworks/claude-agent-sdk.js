// Claude Agent SDK.
import { defineAgent, defineTool, lacking, modelName, refusedAll } from './definitions.js';

function tool(name, description, inputSchema, handler, extras) {
  const value = { name, description, inputSchema, handler, annotations: extras?.annotations };
  return defineTool(value, () => ({ name, description, parameters: inputSchema,
    run: (input, given) => handler(input, { __proto__: given, requestId: 1 }) }), true);
}

export const exported = {
  tool,
  createSdkMcpServer: ({ name, version = '1.0.0', tools = [] }) =>
    ({ type: 'sdk', name, instance: { name, version }, tools }),
  query({ options = {} }) {
    defineAgent({ options }, () => ({ instructions: options.systemPrompt, model: modelName(options.model) }));
    for (const [name, agent] of Object.entries(options.agents ?? {}))
      defineAgent(agent, () => ({ name, description: agent.description, instructions: agent.prompt,
        model: modelName(agent.model) }));
    throw lacking('query');
  },
  ...refusedAll('startup', 'listSessions', 'getSessionMessages'),
};
