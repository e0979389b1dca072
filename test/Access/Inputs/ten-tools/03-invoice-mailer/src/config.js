function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export const config = {
  sender: process.env.INVOICE_SENDER ?? 'billing@acme.dev',
  billingUrl: 'https://billing.acme.dev:8443/api',
  mailRegion: 'eu',
  newsletter: process.env.MAILCHIMP_LIST || 'customers',
  get billingToken() {
    return required('BILLING_TOKEN');
  },
  get sendgridKey() {
    return required('SENDGRID_API_KEY');
  },
  get mailchimpKey() {
    return required('MAILCHIMP_API_KEY');
  },
};
