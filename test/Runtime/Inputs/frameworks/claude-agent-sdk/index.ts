import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

interface Weather { temp: number }

async function ask(city: string): Promise<number> {
  const response = await fetch(`https://api.example.com/weather?q=${encodeURIComponent(city)}`);
  if (!response.ok) throw new Error(`weather API: ${response.status}`);
  return Math.round(((await response.json()) as Weather).temp);
}

export const weather = tool('weather', 'the weather of a city', { city: z.string() }, async ({ city }) => ({
  content: [{ type: 'text' as const, text: `${await ask(city)} degrees` }],
}));

export const server = createSdkMcpServer({ name: 'weather', version: '1.0.0', tools: [weather] });
