import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

import { collection, embed, qdrant } from './clients.js';
import { chunk, idOf } from './text.js';

const server = new McpServer({ name: 'handbook', version: '1.2.0' });

const answer = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value, null, 2) }] });

async function search({ query, limit = 5 }) {
  const [vector] = await embed([query]);
  const { data } = await qdrant.post(`/collections/${collection}/points/search`, { vector, limit, with_payload: true });
  return answer(data.result.map(({ score, payload }) => ({ score, ...payload })));
}

server.registerTool(
  'search_handbook',
  {
    title: 'Search the handbook',
    description: 'Passages of the handbook that are nearest to a question',
    inputSchema: { query: z.string(), limit: z.number().int().max(20).optional() },
  },
  search,
);

server.registerTool(
  'add_page',
  { description: 'Add a page to the handbook', inputSchema: { title: z.string(), text: z.string() } },
  async ({ title, text }) => {
    const chunks = chunk(text);
    const vectors = await embed(chunks);
    const points = chunks.map((part, i) => ({ id: idOf(part), vector: vectors[i], payload: { title, text: part } }));
    await qdrant.put(`/collections/${collection}/points`, { points }, { params: { wait: true } });
    return answer({ added: points.length });
  },
);

server.registerTool(
  'remove_page',
  { description: 'Remove a page by its title', inputSchema: { title: z.string() } },
  async ({ title }) => {
    const filter = { must: [{ key: 'title', match: { value: title } }] };
    const { data } = await qdrant.post(`/collections/${collection}/points/delete`, { filter });
    return answer({ status: data.result.status });
  },
);

server.registerTool(
  'split_text',
  { description: 'How a text would be split before it is added', inputSchema: { text: z.string() } },
  async ({ text }) => answer(chunk(text).map((part, number) => ({ number, length: part.length, starts: part.slice(0, 60) }))),
);

server.registerTool('help', { description: 'What this server is for' }, () => answer('Ask with search_handbook, add with add_page.'));

await server.connect(new StdioServerTransport());
