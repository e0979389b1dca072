import { Polite } from './polite.js';
import { withLog } from './mixins.js';

export default class SalesAgent extends withLog(Polite) {
  tools = [{ name: 'stock', description: 'Stock of a product', parameters: { type: 'object' }, execute: async () => 1 }];
  constructor(config) {
    super({ ...config, label: 'sales' });
    this.label = 'sales';
  }
  async processMessage(context) {
    this.log(context.message);
    return super.processMessage(context);
  }
}
