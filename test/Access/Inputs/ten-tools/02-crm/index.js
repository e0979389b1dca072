import { BaseAgent } from '@buzzi/base-agent';

import { scoreLead } from './scoring.js';
import companyProfile from './tools/company-profile.js';

const text = (description) => ({ type: 'string', description });
const object = (properties, required) => ({ type: 'object', properties, required });

export default class CrmAgent extends BaseAgent {
  tools = [
    {
      name: 'find_contact',
      description: 'Find a contact by e-mail address or name',
      parameters: object({ query: text('Part of a name or an address') }, ['query']),
      execute: async (params) => this.findContact(params.query),
    },
    {
      name: 'log_call',
      description: 'Note a phone call at a contact',
      parameters: object({ contactId: text('Id of the contact'), notes: text('What was said') }, ['contactId', 'notes']),
      execute: async ({ contactId, notes }) => {
        const { id } = await this.crm('POST', '/crm/v3/objects/calls', {
          properties: { hs_call_body: notes, hs_timestamp: Date.now() },
          associations: [{ to: { id: contactId } }],
        });
        return { success: true, data: { callId: id } };
      },
    },
    {
      name: 'create_deal',
      description: 'Open a deal and tell the sales team',
      parameters: object({ title: text('Name of the deal'), amount: { type: 'number' } }, ['title', 'amount']),
      execute: (params) => this.createDeal(params),
    },
    {
      name: 'score_lead',
      description: 'How promising a lead is, from what is known about it',
      parameters: object({ visits: { type: 'array', items: { type: 'object' } }, employees: { type: 'number' } }, ['visits']),
      execute: async (params) => ({ success: true, data: scoreLead(params) }),
    },
    companyProfile,
  ];

  get crmBase() {
    return 'https://api.hubapi.com';
  }

  async crm(method, path, body) {
    const response = await this.fetch(`${this.crmBase}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.config.toolConfig.crm.accessToken}`,
        'content-type': 'application/json',
      },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the CRM answered ${response.status}`);
    return response.json();
  }

  async findContact(query) {
    const { results } = await this.crm('POST', '/crm/v3/objects/contacts/search', { query, limit: 5 });
    return { success: true, data: results.map(({ id, properties }) => ({ id, ...properties })) };
  }

  async createDeal({ title, amount }) {
    const { pipeline } = this.config.toolConfig.crm;
    const deal = await this.crm('POST', '/crm/v3/objects/deals', { properties: { dealname: title, amount, pipeline } });
    await this.announce({ title, amount, id: deal.id });
    return { success: true, data: { dealId: deal.id } };
  }

  async announce(deal) {
    const hook = `https://hooks.zapier.com/hooks/catch/${this.config.toolConfig.zapierHook}`;
    await this.fetch(hook, { method: 'POST', body: JSON.stringify(deal) });
  }

  /** For the nightly job, which is not a part of this agent any more. */
  async exportContacts(since) {
    const response = await this.fetch(`https://export.acme-warehouse.com/contacts?since=${since}`);
    return response.json();
  }
}
