'use strict';

const { tool } = require('ai');
const { z } = require('zod');

const { cached, compose, timed } = require('./decorate');

const json = async (url, headers) => (await fetch(url, { headers })).json();

const stock = timed('stock')(async (symbol) => json(`https://api.twelvedata.com/price?symbol=${symbol}&apikey=${process.env.TWELVE_KEY}`));
const company = cached(3600)(async (name) => json(`https://api.opencorporates.com/v0.4/companies/search?q=${name}`));
const news = compose(timed('news'), cached(60))(async (topic) => json(`https://newsapi.org/v2/everything?q=${topic}`, { 'x-api-key': process.env.NEWS_KEY }));

exports.stockPrice = tool({
  description: 'The price of a stock',
  inputSchema: z.object({ symbol: z.string() }),
  execute: async ({ symbol }) => stock(symbol),
});

exports.findCompany = tool({
  description: 'Companies by name',
  inputSchema: z.object({ name: z.string() }),
  execute: async ({ name }) => company(name),
});

exports.readNews = tool({
  description: 'News about a topic',
  inputSchema: z.object({ topic: z.string() }),
  execute: async ({ topic }) => news(topic),
});
