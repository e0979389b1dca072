// Claude Agent SDK.
import { defineTool, refusedAll } from './definitions.js';

function tool(name, description, inputSchema, handler, extras) {
  const value = { name, description, inputSchema, handler, annotations: extras?.annotations };
  return defineTool(value, () => ({ name, description, parameters: inputSchema,
    run: (input, given) => handler(input, { ...given, requestId: 1 }) }), true);
}

export const exported = {
  tool,
  createSdkMcpServer: ({ name, version = '1.0.0', tools = [] }) =>
    ({ type: 'sdk', name, instance: { name, version }, tools }),
  ...refusedAll('query', 'startup', 'listSessions', 'getSessionMessages'),
};
