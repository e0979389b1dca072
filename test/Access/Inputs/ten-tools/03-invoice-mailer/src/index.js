import { createAgent, createLightfast, createTool, gateway } from 'lightfast';
import { z } from 'zod';

import { billing, mail, mailchimp } from './clients.js';
import { config } from './config.js';

const invoiceId = z.string().regex(/^INV-\d+$/);

function render({ number, customer, lines }) {
  const rows = lines.map(({ text, quantity, price }) => `${text}: ${quantity} × ${(price / 100).toFixed(2)} EUR`);
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  return [`Invoice ${number} for ${customer}`, ...rows, `Total: ${(total / 100).toFixed(2)} EUR`, `From: ${config.sender}`].join('\n');
}

const listInvoices = createTool({
  description: 'Open invoices, oldest first',
  inputSchema: z.object({ customer: z.string().optional() }),
  execute: async ({ customer }) => {
    const { invoices } = await billing.get(`/invoices?status=open&customer=${encodeURIComponent(customer ?? '')}`);
    return invoices.sort((a, b) => a.date.localeCompare(b.date));
  },
});

const sendInvoice = createTool({
  description: 'Mail an invoice to its customer',
  inputSchema: z.object({ id: invoiceId, copyTo: z.string().email().optional() }),
  execute: async ({ id, copyTo }) => {
    const invoice = await billing.get(`/invoices/${id}`);
    const to = [invoice.email, copyTo].filter(Boolean).map((email) => ({ email }));
    await mail.post('/mail/send', {
      personalizations: [{ to }],
      from: { email: config.sender },
      subject: `Invoice ${invoice.number}`,
      content: [{ type: 'text/plain', value: render(invoice) }],
    });
    await billing.post(`/invoices/${id}/sent`, { at: new Date().toISOString() });
    return { sent: to.length };
  },
});

const previewInvoice = createTool({
  description: 'How an invoice would look, without sending it',
  inputSchema: z.object({
    number: z.string(),
    customer: z.string(),
    lines: z.array(z.object({ text: z.string(), quantity: z.number(), price: z.number().int() })),
  }),
  execute: async (invoice) => render(invoice),
});

const addToNewsletter = createTool({
  description: 'Put a customer on the newsletter',
  inputSchema: z.object({ email: z.string().email() }),
  execute: async ({ email }) => mailchimp().post(`/lists/${config.newsletter}/members`, { email_address: email, status: 'pending' }),
});

export default createLightfast({
  agents: {
    invoices: createAgent({
      name: 'invoices',
      system: 'You help the accounts department with open invoices.',
      model: gateway('gpt-5-mini'),
      tools: { listInvoices, sendInvoice, previewInvoice, addToNewsletter },
    }),
  },
});
