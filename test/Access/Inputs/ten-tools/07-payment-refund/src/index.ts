import { Agent, tool } from '@openai/agents';
import { z } from 'zod';

import { ledger } from './ledger.ts';
import { refunders, stripe } from './providers.ts';

const POLICY = { days: 30, feePercent: { card: 0, transfer: 1.5 } } as const;

interface Charge {
  id: string;
  amount: number;
  amount_refunded: number;
  paid: boolean;
}

const lookupPayment = tool({
  name: 'lookup_payment',
  description: 'What was paid by card, and how much of it was paid back',
  parameters: z.object({ charge: z.string() }),
  execute: async ({ charge }) => {
    const { amount, amount_refunded, paid } = await stripe<Charge>('GET', `charges/${encodeURIComponent(charge)}`);
    return { cents: amount, refundedCents: amount_refunded, paid };
  },
});

const refundPayment = tool({
  name: 'refund_payment',
  description: 'Pay a customer back, in part or in full',
  parameters: z.object({ provider: z.enum(['stripe', 'adyen']), id: z.string(), cents: z.number().int().positive() }),
  needsApproval: true,
  async execute({ provider, id, cents }) {
    const refunder = refunders[provider];
    const refund = await refunder(id, cents);
    await ledger.book({ kind: 'refund', reference: refund.id, cents });
    return refund;
  },
});

const refundStatus = tool({
  name: 'refund_status',
  description: 'How far a refund is, by the books',
  parameters: z.object({ reference: z.string() }),
  execute: ({ reference }) => ledger.find(reference),
});

const refundFee = tool({
  name: 'refund_fee',
  description: 'What a refund costs the customer, and whether it is still possible',
  parameters: z.object({ cents: z.number().int(), method: z.enum(['card', 'transfer']), paidOn: z.string() }),
  execute: async ({ cents, method, paidOn }) => {
    const age = (Date.now() - Date.parse(paidOn)) / 86_400_000;
    return { possible: age <= POLICY.days, feeCents: Math.round((cents * POLICY.feePercent[method]) / 100) };
  },
});

export const refundDesk = new Agent({
  name: 'Refund desk',
  instructions: 'You handle refunds. Look a payment up before you pay anything back.',
  model: 'gpt-5-mini',
  tools: [lookupPayment, refundPayment, refundStatus, refundFee],
});
