import { products } from '../data/inventory.js';

export default {
  name: 'search_inventory',
  description: 'Find products by words of their name',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words to look for, such as "desk"' },
      inStock: { type: 'boolean', description: 'Only products that can be delivered now' },
    },
    required: ['query'],
  },
  execute: async ({ query, inStock = false }) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = Object.entries(products)
      .filter(([, product]) => words.every((word) => product.name.toLowerCase().includes(word)))
      .filter(([, product]) => !inStock || product.stock > 0)
      .map(([productId, { name, price, stock }]) => ({ productId, name, price, stock }));
    return { success: true, data: { matches } };
  },
};
