'use strict';

const { tool } = require('@langchain/core/tools');
const { createAgent } = require('langchain');
const { z } = require('zod');

const { rate, currencies, coinPrice } = require('./rates.js');

const code = z.string().length(3).toUpperCase().describe('three letters, as in ISO 4217');

function format(amount, currency) {
  const locale = process.env.DISPLAY_LOCALE || 'en-US';
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}

const convertCurrency = tool(
  async ({ amount, from, to }) => {
    if (from === to) return format(amount, to);
    const { value, source } = await rate(from, to);
    return `${format(amount * value, to)} (rate ${value}, ${source})`;
  },
  {
    name: 'convert_currency',
    description: 'Convert an amount at the rate of today',
    schema: z.object({ amount: z.number(), from: code, to: code }),
  },
);

const listCurrencies = tool(async () => Object.entries(await currencies()).map(([id, name]) => `${id}: ${name}`).join('\n'), {
  name: 'list_currencies',
  description: 'All currencies that can be converted',
  schema: z.object({}),
});

const cryptoPrice = tool(
  async ({ coin, currency }) => {
    const price = await coinPrice(coin, currency.toLowerCase());
    return price === undefined ? `nothing is known about ${coin}` : format(price, currency);
  },
  {
    name: 'crypto_price',
    description: 'Price of a coin such as bitcoin',
    schema: z.object({ coin: z.string(), currency: code }),
  },
);

const splitAmount = tool(
  ({ cents, people }) => {
    const share = Math.floor(cents / people);
    const rest = cents - share * people;
    return JSON.stringify(Array.from({ length: people }, (_, i) => share + (i < rest ? 1 : 0)));
  },
  {
    name: 'split_amount',
    description: 'Split an amount in cents between people so that no cent is lost',
    schema: z.object({ cents: z.number().int(), people: z.number().int().min(1).max(1000) }),
  },
);

const agent = createAgent({
  model: 'openai:gpt-5-mini',
  tools: [convertCurrency, listCurrencies, cryptoPrice, splitAmount],
  systemPrompt: 'You convert currencies. Say where a rate comes from.',
});

module.exports = { agent };
