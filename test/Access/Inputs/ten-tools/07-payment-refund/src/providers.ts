import { randomUUID } from 'node:crypto';
import { stringify } from 'node:querystring';

export interface Refund {
  provider: string;
  id: string;
  status: string;
}

type Form = Record<string, string | number>;

export async function stripe<T>(method: 'GET' | 'POST', path: string, form: Form = {}): Promise<T> {
  const text = stringify(form);
  const response = await fetch(`https://api.stripe.com/v1/${path}${method === 'GET' && text ? `?${text}` : ''}`, {
    method,
    headers: {
      authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: method === 'POST' ? text : undefined,
  });
  const answer = (await response.json()) as T & { error?: { message: string } };
  if (answer.error) throw new Error(answer.error.message);
  return answer;
}

async function refundStripe(charge: string, cents: number): Promise<Refund> {
  const { id, status } = await stripe<Refund>('POST', 'refunds', { charge, amount: cents });
  return { provider: 'stripe', id, status };
}

function adyenHost(): string {
  const { ADYEN_ENVIRONMENT = 'test' } = process.env;
  return ADYEN_ENVIRONMENT === 'live' ? 'checkout-live.adyen.com' : 'checkout-test.adyen.com';
}

async function refundAdyen(reference: string, cents: number): Promise<Refund> {
  const response = await fetch(`https://${adyenHost()}/v71/payments/${reference}/refunds`, {
    method: 'POST',
    headers: {
      'x-api-key': process.env.ADYEN_API_KEY ?? '',
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ merchantAccount: process.env.ADYEN_MERCHANT, amount: { value: cents, currency: 'EUR' } }),
  });
  const { pspReference, status } = (await response.json()) as { pspReference: string; status: string };
  return { provider: 'adyen', id: pspReference, status };
}

// Waits for the contract; the table below does not name it.
export async function refundPaypal(capture: string, cents: number): Promise<Refund> {
  const response = await fetch(`https://api-m.paypal.com/v2/payments/captures/${capture}/refund`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env.PAYPAL_TOKEN}` },
    body: JSON.stringify({ amount: { value: (cents / 100).toFixed(2), currency_code: 'EUR' } }),
  });
  return (await response.json()) as Refund;
}

export const refunders: Record<string, (id: string, cents: number) => Promise<Refund>> = {
  stripe: refundStripe,
  adyen: refundAdyen,
};
