import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Weather { temp: number }

async function ask(city: string): Promise<number> {
  const response = await fetch(`https://api.example.com/weather?q=${encodeURIComponent(city)}`);
  if (!response.ok) throw new Error(`weather API: ${response.status}`);
  return Math.round(((await response.json()) as Weather).temp);
}

export const server = new McpServer({ name: 'weather', version: '1.0.0' });

server.registerTool('weather', {
  description: 'the weather of a city',
  inputSchema: { city: z.string() },
}, async ({ city }) => ({ content: [{ type: 'text', text: `${await ask(city)} degrees` }] }));
