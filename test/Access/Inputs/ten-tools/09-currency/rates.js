'use strict';

const ttl = Number(process.env.RATES_TTL_SECONDS ?? 600) * 1000;

async function fetchJson(url, headers = {}) {
  const response = await fetch(url, { headers: { accept: 'application/json', ...headers } });
  if (!response.ok) throw new Error(`${response.status} from ${url}`);
  return response.json();
}

/** Answers from memory for some minutes. */
function memoize(load) {
  const known = new Map();
  return async (...keys) => {
    const key = keys.join('/');
    const hit = known.get(key);
    if (hit && Date.now() - hit.at < ttl) return hit.value;
    const value = await load(...keys);
    known.set(key, { value, at: Date.now() });
    return value;
  };
}

const sources = [
  {
    name: 'ECB',
    load: async (from, to) => (await fetchJson(`https://api.frankfurter.dev/v1/latest?base=${from}&symbols=${to}`)).rates[to],
  },
  {
    name: 'ExchangeRate-API',
    load: async (from, to) => (await fetchJson(`https://open.er-api.com/v6/latest/${from}`)).rates[to],
  },
];

const rate = memoize(async (from, to) => {
  const errors = [];
  for (const { name, load } of sources) {
    try {
      const value = await load(from, to);
      if (value) return { value, source: name };
    } catch (error) {
      errors.push(`${name}: ${error.message}`);
    }
  }
  throw new Error(errors.join('; ') || `no rate from ${from} to ${to}`);
});

const currencies = memoize(() => fetchJson('https://api.frankfurter.dev/v1/currencies'));

const HOSTS = { demo: 'api.coingecko.com', pro: 'pro-api.coingecko.com' };

async function coinPrice(coin, currency) {
  const { COINGECKO_API_KEY: key } = process.env;
  const plan = key ? 'pro' : 'demo';
  const query = new URLSearchParams({ ids: coin, vs_currencies: currency });
  const prices = await fetchJson(`https://${HOSTS[plan]}/api/v3/simple/price?${query}`, key ? { 'x-cg-pro-api-key': key } : {});
  return prices[coin]?.[currency];
}

// The bank's own table, for the yearly report. The tools take it from Frankfurter.
async function ecbTable() {
  const response = await fetch(`https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml?u=${process.env.ECB_USER}`);
  return response.text();
}

module.exports = { rate, currencies, coinPrice, ecbTable };
