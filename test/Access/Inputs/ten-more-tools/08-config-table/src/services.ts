interface Service {
  host: string;
  key?: string;
  path: (query: string) => string;
}

const SERVICES = {
  weather: { host: 'api.weatherapi.com', key: 'WEATHER_KEY', path: (query: string) => `/v1/current.json?q=${query}` },
  tides: { host: 'www.worldtides.info', key: 'TIDES_KEY', path: (query: string) => `/api/v3?${query}` },
  sun: { host: 'api.sunrise-sunset.org', path: (query: string) => `/json?${query}` },
} satisfies Record<string, Service>;

export async function callService(name: keyof typeof SERVICES, query: string) {
  const service: Service = SERVICES[name];
  const headers: Record<string, string> = {};
  if (service.key) headers['x-api-key'] = process.env[service.key] ?? '';
  const response = await fetch(`https://${service.host}${service.path(query)}`, { headers });
  return response.json();
}
