import { ApiClient } from './api-client.js';
import { config } from './config.js';

const MAIL_HOSTS = { us: 'api.sendgrid.com', eu: 'api.eu.sendgrid.com' };

export const billing = new ApiClient(config.billingUrl, () => config.billingToken);
export const mail = new ApiClient(`https://${MAIL_HOSTS[config.mailRegion]}/v3`, () => config.sendgridKey);

/** Mailchimp keys end with the data centre: `0123abcd-us6`. */
export function mailchimp() {
  const key = config.mailchimpKey;
  const dataCentre = key.slice(key.lastIndexOf('-') + 1);
  return new ApiClient(`https://${dataCentre}.api.mailchimp.com/3.0`, () => key);
}
