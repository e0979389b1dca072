interface Weather { temp: number }

async function ask(city: string): Promise<number> {
  const response = await fetch(`https://api.example.com/weather?q=${encodeURIComponent(city)}`);
  if (!response.ok) throw new Error(`weather API: ${response.status}`);
  return Math.round(((await response.json()) as Weather).temp);
}

export default async function handler(input: { city: string }, ctx: { organizationSlug?: string }) {
  return { degrees: await ask(input.city), organization: ctx.organizationSlug ?? null };
}
