import { Agent, tool } from '@openai/agents';
import { z } from 'zod';

interface Weather { temp: number }

async function ask(city: string): Promise<number> {
  const response = await fetch(`https://api.example.com/weather?q=${encodeURIComponent(city)}`);
  if (!response.ok) throw new Error(`weather API: ${response.status}`);
  return Math.round(((await response.json()) as Weather).temp);
}

const weather = tool({
  name: 'weather',
  description: 'the weather of a city',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => `${await ask(city)} degrees`,
});

export const agent = new Agent({ name: 'Guide', instructions: 'Be kind.', tools: [weather] });
