import { BaseAgent } from '@buzzi/base-agent';

import { findProduct, products } from './data/inventory.js';
import createTicket from './tools/create-ticket.js';
import searchInventory from './tools/search-inventory.js';

const euros = (cents) => `${(cents / 100).toFixed(2)} EUR`;

export default class SalesAgent extends BaseAgent {
  tools = [
    {
      name: 'check_inventory',
      description: 'Check product inventory levels',
      parameters: {
        type: 'object',
        properties: {
          productId: { type: 'string', description: 'Product SKU' },
        },
        required: ['productId'],
      },
      execute: async (params) => this.checkInventory(params.productId),
    },
    {
      name: 'create_quote',
      description: 'Create a sales quote for the customer',
      parameters: {
        type: 'object',
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: { productId: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
              required: ['productId'],
            },
          },
          discount: { type: 'number', description: 'Percent' },
        },
        required: ['items'],
      },
      execute: async (params) => this.createQuote(params),
    },
    searchInventory,
    createTicket,
  ];

  async processMessage(context) {
    const intent = this.classifyIntent(context.message);

    if (intent === 'pricing_request') {
      return this.handlePricingRequest(context);
    }

    if (intent === 'discount_negotiation' && !context.customerMetadata?.isVip) {
      context.systemPromptAddition = `
        Customer is not a VIP. Maximum discount allowed is ${this.maxDiscount()}%.
        Do not offer discounts above this threshold.
      `;
    }

    return super.processMessage(context);
  }

  classifyIntent(message) {
    if (/\b(discount|cheaper|rebate)\b/i.test(message)) return 'discount_negotiation';
    if (/\b(price|cost|how much)\b/i.test(message)) return 'pricing_request';
    return 'other';
  }

  maxDiscount() {
    return this.config?.toolConfig?.create_quote?.maxDiscount ?? 10;
  }

  async checkInventory(productId) {
    const product = findProduct(productId);
    if (!product) return { success: false, error: `no product ${productId}` };
    const { name, stock, warehouse } = product;
    return { success: true, data: { productId, name, stock, warehouse, available: stock > 0 } };
  }

  async createQuote({ items, discount = 0 }) {
    const limit = this.maxDiscount();
    if (discount < 0 || discount > limit) {
      return { success: false, error: `a discount of ${discount}% is outside 0 to ${limit}%` };
    }
    const lines = [];
    for (const { productId, quantity = 1 } of items) {
      const product = findProduct(productId);
      if (!product) return { success: false, error: `no product ${productId}` };
      lines.push({
        productId,
        name: product.name,
        quantity,
        price: product.price,
        total: product.price * quantity,
        backorder: quantity > product.stock,
      });
    }
    const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
    const reduction = Math.round((subtotal * discount) / 100);
    return {
      success: true,
      data: { lines, subtotal, discount: reduction, total: subtotal - reduction, currency: 'EUR' },
    };
  }

  async handlePricingRequest(context) {
    const message = context.message.toLowerCase();
    const named = Object.entries(products).filter(
      ([productId, { name }]) =>
        message.includes(productId.toLowerCase()) || message.includes(name.toLowerCase()),
    );
    if (named.length === 0) return super.processMessage(context);
    const content = named
      .map(([productId, { name, price }]) => `${name} (${productId}) costs ${euros(price)}.`)
      .join('\n');
    return { content, metadata: { confidence: 1, sources: ['inventory'] } };
  }
}
