import { config } from './config.ts';

const API = 'https://api.github.com';
const RAW = new URL('https://raw.githubusercontent.com');

export interface Issue {
  number: number;
  title: string;
  state: 'open' | 'closed';
  html_url: string;
  labels: { name: string }[];
}

type Query = Record<string, string | number | undefined>;

export async function github<T>(path: string, query: Query = {}): Promise<T> {
  const url = new URL(path, API);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { accept: 'application/vnd.github+json' };
  if (config.token) headers.authorization = `Bearer ${config.token}`;
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${url.pathname}`);
  return (await response.json()) as T;
}

export async function rawFile(repository: string, path: string): Promise<string | null> {
  const url = new URL(RAW.href);
  url.pathname = [config.owner, repository, 'HEAD', ...path.split('/')].map(encodeURIComponent).join('/');
  const response = await fetch(url);
  return response.ok ? response.text() : null;
}

/** Only the release bot, which has its own token, uploads assets. */
export async function uploadAsset(release: number, name: string, body: string): Promise<void> {
  await fetch(`https://uploads.github.com/repos/${config.owner}/site/releases/${release}/assets?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env.RELEASE_TOKEN}` },
    body,
  });
}
