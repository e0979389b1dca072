// chat-client.mjs SERVER KEY: the client of unified-agent-core.md as it is written there, in a page that sends its key
// along.
const [server, key] = process.argv.slice(2);
const { fetch: send } = globalThis;
globalThis.fetch = (path, options) =>
  send(server + path, { ...options, headers: { ...options.headers, authorization: `Bearer ${key}` } });
const userId = 'u1',
  agentId = 'desk',
  chatHistory = [],
  systemPrompt = 'Be brief.',
  tools = [{ name: 'add' }];
let tokens = 0,
  text = '';
const appendToken = (token) => {
  tokens += 1;
  text += token;
};
const handleCompletion = (signals, fullResponse) => {
  console.log('tokens:', tokens > 1, JSON.stringify(text));
  console.log('completed:', signals, JSON.stringify(fullResponse));
};

async function sendMessage(message) {
  const response = await fetch('/api/agent-chat-stream', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userId, agentId, message, chatHistory, systemPrompt, tools })
  });

  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';

  while (true) {
    const { done, value } = await reader.read();
    if (done) break;

    buffer += decoder.decode(value, { stream: true });

    // Parse SSE lines from buffer
    const lines = buffer.split('\n\n');
    buffer = lines.pop(); // Keep incomplete line

    for (const line of lines) {
      if (line.startsWith('data: ')) {
        const data = JSON.parse(line.slice(6));
        if (data.type === 'token') appendToken(data.text);
        if (data.type === 'done') handleCompletion(data.signals, data.fullResponse);
      }
    }
  }
}

await sendMessage('One and two?');
