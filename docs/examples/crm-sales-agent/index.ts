import { BaseAgent, AgentContext, AgentResponse, Tool } from '@buzzi/base-agent';

interface ToolResult {
  success: boolean;
  data?: unknown;
  error?: string;
}

interface QuoteParams {
  items: { productId: string; quantity: number }[];
  discount?: number;
}

const crm = 'https://api.crm.company.com/';

export default class CrmSalesAgent extends BaseAgent {
  // Custom tools
  protected tools: Tool[] = [
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
      execute: async (params: { productId: string }) => this.checkInventory(params.productId),
    },
    {
      name: 'create_quote',
      description: 'Create a sales quote for the customer',
      parameters: {
        type: 'object',
        properties: {
          items: { type: 'array', items: { type: 'object' } },
          discount: { type: 'number' },
        },
        required: ['items'],
      },
      execute: async (params: QuoteParams) => this.createQuote(params),
    },
  ];

  async processMessage(context: AgentContext): Promise<AgentResponse> {
    const intent = this.classifyIntent(context.message);

    if (intent === 'pricing_request') {
      return this.handlePricingRequest(context);
    }

    if (intent === 'discount_negotiation' && !context.customerMetadata?.isVip) {
      // Limit discount offers for non-VIP customers
      context.systemPromptAddition = `
        Customer is not a VIP. Maximum discount allowed is 10%.
        Do not offer discounts above this threshold.
      `;
    }

    // Delegate to base agent for standard processing
    return super.processMessage(context);
  }

  private classifyIntent(message: string): string {
    if (/\b(discount|cheaper|rebate)\b/i.test(message)) return 'discount_negotiation';
    if (/\b(price|cost|how much)\b/i.test(message)) return 'pricing_request';
    return 'other';
  }

  private async ask(path: string, body: unknown): Promise<ToolResult> {
    const response = await this.fetch(`${crm}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) return { success: false, error: `the CRM answers ${response.status}` };
    return { success: true, data: await response.json() };
  }

  private async checkInventory(productId: string): Promise<ToolResult> {
    return this.ask('inventory', { productId });
  }

  private async createQuote(params: QuoteParams): Promise<ToolResult> {
    return this.ask('quotes', params);
  }

  private async handlePricingRequest(context: AgentContext): Promise<AgentResponse> {
    const productId = /\bSKU-\d+\b/i.exec(context.message)?.[0].toUpperCase();
    if (!productId) return super.processMessage(context);
    const answer = await this.checkInventory(productId);
    if (!answer.success) return { content: 'I cannot see our prices right now.', metadata: { shouldEscalate: true } };
    const { name, price } = answer.data as { name: string; price: number };
    return { content: `${name} (${productId}) costs ${(price / 100).toFixed(2)} EUR.`, metadata: { confidence: 1, sources: ['crm'] } };
  }
}
