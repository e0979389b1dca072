const BASE = new URL('https://ledger.acme-pay.com/api/');

async function call(method: string, url: URL, body?: unknown): Promise<unknown> {
  const response = await fetch(url.toString(), {
    method,
    headers: { authorization: `Bearer ${process.env.LEDGER_TOKEN}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.json();
}

export const ledger = {
  book: (entry: { kind: string; reference: string; cents: number }) => call('POST', new URL('entries', BASE), entry),
  find: (reference: string) => {
    const url = new URL('entries', BASE);
    url.searchParams.append('reference', reference);
    return call('GET', url);
  },
};
