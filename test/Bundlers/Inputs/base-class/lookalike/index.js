import { BaseAgent } from './base.js';

export default class SalesAgent extends BaseAgent {
  async processMessage(context) {
    return super.processMessage(context);
  }
}
