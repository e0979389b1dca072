// Events of a call, which a chat shows while it runs; each has a payload of its own.
import { send, topics } from 'agentc:powers';

const isText = (value) => typeof value === 'string';
const payloads = {
  thinking: ({ step, progress }) => ({ step, progress }),
  tool_call: ({ tool, toolName, status }) => ({ tool: tool ?? toolName, status }),
  delta: ({ content }) => ({ content }),
  complete: ({ content, fullContent, metadata }) => ({ content: content ?? fullContent, metadata }),
  error: ({ message, code }) => ({ message, code }),
};

// `emit({ type: 'thinking', step: 'search', progress: 0.5 })`, or the type and its payload apart.
export function emit(event, payload) {
  const type = isText(event) ? event : event?.type;
  if (!isText(type) || !Object.hasOwn(payloads, type))
    throw new TypeError(`no event is called \`${String(type)}\`; there are ${Object.keys(payloads).map((name) => `\`${name}\``).join(', ')}`);
  const content = isText(event) ? payload ?? {} : event;
  send(topics.event, 0, JSON.stringify({ event: type, data: payloads[type](content) }));
}

export const emitMetricsOf = (metrics) => { send(topics.event, 0, JSON.stringify({ metrics: metrics ?? {} })); };
