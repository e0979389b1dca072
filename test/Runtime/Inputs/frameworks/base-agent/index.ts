import { BaseAgent } from '@buzzi/base-agent';

interface Weather { temp: number }

async function ask(city: string): Promise<number> {
  const response = await fetch(`https://api.example.com/weather?q=${encodeURIComponent(city)}`);
  if (!response.ok) throw new Error(`weather API: ${response.status}`);
  return Math.round(((await response.json()) as Weather).temp);
}

export default class Guide extends BaseAgent {
  tools = [{
    name: 'weather',
    description: 'the weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: async ({ city }: { city: string }) => ({ degrees: await ask(city) }),
  }];
}
