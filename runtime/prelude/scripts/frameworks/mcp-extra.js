import { send, topics } from 'agentc:powers';

// The second argument of a tool's function, as both versions of the SDK have it.
const ask = async () => { throw new Error('the sandbox has no client'); };
// `agentc mcp` tells its client: of progress, if that asked for it, and what is logged.
const writers = { debug: 'debug', info: 'info', notice: 'info', warning: 'warn' };
export const log = async ({ level, data }) => { console[writers[level] ?? 'error'](data); };
export const notify = async ({ method, params: { progress, total, message, ...rest } = {} }) => {
  if (method === 'notifications/progress')
    send(topics.event, 0, JSON.stringify({ event: 'progress', data: { progress, total, message } }));
  else if (method === 'notifications/message') await log(rest);
};
const protocol = 'io.modelcontextprotocol';
let client;   // of this process' only call, if it says its capabilities with each: what `agentc mcp` tells of it
// It inherits what the sandbox gives, some of which is made when it is first asked for.
export const extra = (given) => {
  client = given?.agent?.mcp;
  const envelope = client && { [`${protocol}/protocolVersion`]: '2026-07-28', [`${protocol}/clientCapabilities`]: client.capabilities };
  const _meta = { progressToken: 1, ...envelope }, { inputResponses, requestState } = client ?? {};
  return { __proto__: given, requestId: 1, signal: undefined, _meta, sendNotification: notify, sendRequest: ask,
    mcpReq: { id: 1, method: 'tools/call', signal: undefined, _meta, envelope, inputResponses, requestState: () => requestState,
      notify, log: (level, data) => log({ level, data }), send: ask } };
};
// The client's capabilities, if it declared them with the call.
export const capabilities = () => client?.capabilities;
