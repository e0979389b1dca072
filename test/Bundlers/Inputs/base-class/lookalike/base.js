export class BaseAgent {
  constructor(config) {
    this.config = config;
  }
  async processMessage() {
    return {};
  }
}
