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

await server.connect(new StdioServerTransport());
