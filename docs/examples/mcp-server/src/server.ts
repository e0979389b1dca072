import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

import { findRecipe, recipes, scale } from './recipes.ts';

const server = new McpServer({ name: 'recipes', version: '1.0.0' });
const title = z.string().describe('the title of a recipe');

server.registerTool(
  'list_recipes',
  { title: 'List recipes', description: 'Titles of all recipes' },
  async () => ({ content: recipes.map(({ title }) => ({ type: 'text' as const, text: title })) }),
);

server.registerTool(
  'scale_recipe',
  {
    title: 'Scale a recipe',
    description: 'What a recipe takes for another number of people',
    inputSchema: {
      title,
      people: z.number().int().min(1).max(200),
      unit: z.enum(['metric', 'kitchen']).default('metric'),
    },
    outputSchema: { lines: z.array(z.string()) },
  },
  async ({ title, people, unit }) => {
    const recipe = findRecipe(title);
    if (!recipe) return { isError: true, content: [{ type: 'text', text: `no recipe is called ${title}` }] };
    const lines = scale(recipe, people, unit);
    return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { lines } };
  },
);

await server.connect(new StdioServerTransport());
