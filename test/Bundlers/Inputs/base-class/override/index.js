import { BaseAgent } from '@buzzi/base-agent';

class Open extends BaseAgent {
  async fetch(url, options) {
    return options ? super.fetch(url, options) : null;
  }
}
export default class SalesAgent extends Open {}
