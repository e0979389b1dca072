// The tools, resources and prompts that the conformance suite asks a server for, by the names and texts that it expects.
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { z } from 'zod';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const text = (text) => ({ type: 'text', text });
const image = { type: 'image', data: png, mimeType: 'image/png' };
const said = (...content) => ({ content });
const pause = () => new Promise((resolve) => { setTimeout(resolve, 50); });

const server = new McpServer({ name: 'everything', version: '1.0.0' }, { capabilities: { logging: {} } });
server.registerTool('test_simple_text', { description: 'Says a text' }, async () => said(text('This is a simple text response for testing.')));
server.registerTool('test_image_content', { description: 'Shows an image' }, async () => said(image));
server.registerTool('test_audio_content', { description: 'Plays a sound' }, async () => said({ type: 'audio', data: wav, mimeType: 'audio/wav' }));
server.registerTool('test_embedded_resource', { description: 'Embeds a resource' }, async () => said({
  type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' } }));
server.registerTool('test_multiple_content_types', { description: 'Says and shows' }, async () => said(text('Multiple content types test:'), image, {
  type: 'resource', resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' } }));
server.registerTool('test_logging_tool', { description: 'Logs once' }, async () => {
  await server.sendLoggingMessage({ level: 'error', data: 'not asked for' });
  return said(text('logged'));
});
server.registerTool('test_tool_with_logging', { description: 'Logs' }, async () => {
  for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await server.sendLoggingMessage({ level: 'info', data });
    await pause();
  }
  return said(text('logged'));
});
server.registerTool('test_tool_with_progress', { description: 'Tells its progress' }, async ({ sendNotification, _meta }) => {
  for (const progress of [0, 50, 100]) {
    if (_meta?.progressToken !== undefined)
      await sendNotification({ method: 'notifications/progress', params: { progressToken: _meta.progressToken, progress, total: 100 } });
    await pause();
  }
  return said(text('done'));
});
server.registerTool('test_error_handling', { description: 'Fails' }, async () => {
  throw new Error('This tool intentionally returns an error for testing');
});

// Tools that ask the client, by results that it repeats the call for.
const field = (name, type) => ({ type: 'object', properties: { [name]: { type } }, required: [name] });
const elicit = (message, name, type) => ({ method: 'elicitation/create', params: { message, requestedSchema: field(name, type) } });
const sample = (question, maxTokens) => ({ method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(question) }], maxTokens } });
const roots = { method: 'roots/list', params: {} };
const asking = (inputRequests, requestState) => ({ resultType: 'input_required', inputRequests, requestState });
const asks = (name, requests, state, finish) => server.registerTool(name, { description: 'Asks the client' }, async ({ mcpReq }) => {
  const answers = mcpReq.inputResponses ?? {};
  const isWhole = Object.keys(requests).every((key) => answers[key]) && mcpReq.requestState() === state;
  return isWhole ? said(text(finish(answers))) : asking(requests, state);
});
const ok = { confirm: elicit('Please confirm', 'ok', 'boolean') };
asks('test_input_required_result_elicitation', { user_name: elicit('What is your name?', 'name', 'string') }, undefined,
  ({ user_name: { content } }) => `Hello, ${content.name}!`);
asks('test_input_required_result_sampling', { capital_question: sample('What is the capital of France?', 100) }, undefined,
  ({ capital_question: { content } }) => content.text);
asks('test_input_required_result_list_roots', { client_roots: roots }, undefined, ({ client_roots: { roots } }) => roots[0].uri);
asks('test_input_required_result_request_state', ok, 'asked', () => 'state-ok');
asks('test_input_required_result_tampered_state', ok, 'asked', () => 'state-ok');
asks('test_input_required_result_multiple_inputs', { user_name: elicit('What is your name?', 'name', 'string'),
  greeting: sample('Generate a greeting', 50), client_roots: roots }, 'asked', () => 'done');
asks('test_missing_capability', { question: sample('Anything?', 10) }, undefined, () => 'done');
asks('test_streaming_elicitation', ok, undefined, () => 'done');
server.registerTool('test_input_required_result_multi_round', { description: 'Asks twice' }, async ({ mcpReq }) => {
  const { step1, step2 } = mcpReq.inputResponses ?? {}, state = mcpReq.requestState();
  if (state === 'second' && step2) return said(text('done'));
  if (state === 'first' && step1) return asking({ step2: elicit('Step 2: which color?', 'color', 'string') }, 'second');
  return asking({ step1: elicit('Step 1: what is your name?', 'name', 'string') }, 'first');
});
server.registerTool('test_input_required_result_capabilities', { description: 'Asks for what the client has' }, async ({ mcpReq }) => {
  const { elicitation, sampling } = mcpReq.envelope['io.modelcontextprotocol/clientCapabilities'];
  return asking({ ...(elicitation && ok), ...(sampling && { greeting: sample('Generate a greeting', 50) }) });
});

server.registerResource('static text', 'test://static-text', { description: 'A text', mimeType: 'text/plain' }, async (uri) => ({
  contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] }));
server.registerResource('static binary', 'test://static-binary', { description: 'An image', mimeType: 'image/png' }, async (uri) => ({
  contents: [{ uri: uri.href, mimeType: 'image/png', blob: png }] }));
server.registerResource('template', new ResourceTemplate('test://template/{id}/data', { list: undefined }), { mimeType: 'application/json' },
  async (uri, { id }) => ({ contents: [{ uri: uri.href, mimeType: 'application/json',
    text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }] }));

const asked = (...content) => ({ messages: content.map((content) => ({ role: 'user', content })) });
server.registerPrompt('test_simple_prompt', { description: 'Asks simply' }, () => asked(text('This is a simple prompt for testing.')));
server.registerPrompt('test_prompt_with_arguments', { description: 'Asks with arguments',
  argsSchema: { arg1: completable(z.string().describe('First test argument'), () => ['paris', 'park', 'party']), arg2: z.string().describe('Second test argument') } },
  ({ arg1, arg2 }) => asked(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)));
server.registerPrompt('test_prompt_with_embedded_resource', { description: 'Asks about a resource', argsSchema: { resourceUri: z.string() } },
  ({ resourceUri: uri }) => asked({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } },
    text('Please process the embedded resource above.')));
server.registerPrompt('test_prompt_with_image', { description: 'Asks about an image' }, () => asked(image, text('Please analyze the image above.')));

server.registerPrompt('test_input_required_result_prompt', { description: 'Asks the client' }, ({ mcpReq }) => {
  const found = mcpReq.inputResponses?.user_context;
  return found ? asked(text(found.content.context)) : asking({ user_context: elicit('What context should the prompt use?', 'context', 'string') });
});

await server.connect(new StdioServerTransport());
