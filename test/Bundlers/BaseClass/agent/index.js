import { Polite } from './polite.js';
import { withLog } from './mixins.js';

export default class SalesAgent extends withLog(Polite) {
  constructor(config) {
    super({ ...config, label: 'sales' });
    this.label = 'sales';
  }
  async processMessage(context) {
    this.log(context.message);
    return super.processMessage(context);
  }
}
