const { tool } = require('@langchain/core/tools');
const { z } = require('zod');

async function request(url, key, init = {}) {
  const response = await fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${process.env[key]}` } });
  return response.json();
}

/** Two tools for one kind of thing: one lists, the other reads. */
function resource({ name, url, key }) {
  const list = tool(async ({ page }) => JSON.stringify(await request(`${url}?page=${page}`, key)), {
    name: `list_${name}s`,
    description: `List all ${name}s`,
    schema: z.object({ page: z.number().int() }),
  });
  const read = tool(async ({ id }) => JSON.stringify(await request(`${url}/${id}`, key)), {
    name: `read_${name}`,
    description: `Read one ${name}`,
    schema: z.object({ id: z.string() }),
  });
  return [list, read];
}

const tools = [
  ...resource({ name: 'order', url: 'https://shop.acme.dev/api/orders', key: 'SHOP_TOKEN' }),
  ...resource({ name: 'invoice', url: 'https://books.acme.dev/v2/invoices', key: 'BOOKS_TOKEN' }),
];

module.exports = { tools };
