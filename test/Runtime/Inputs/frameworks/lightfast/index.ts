import { createAgent, createLightfast, createTool } from 'lightfast';
import { z } from 'zod';

interface Weather { temp: number }

async function ask(city: string): Promise<number> {
  const response = await fetch(`https://api.example.com/weather?q=${encodeURIComponent(city)}`);
  if (!response.ok) throw new Error(`weather API: ${response.status}`);
  return Math.round(((await response.json()) as Weather).temp);
}

const weather = createTool({
  name: 'weather',
  description: 'the weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }: { city: string }) => ({ degrees: await ask(city) }),
});

export default createLightfast({
  agents: { guide: createAgent({ name: 'guide', system: 'Be kind.', model: 'm', tools: { weather } }) },
});
