import { EventEmitter } from 'node:events';

export const orders = new EventEmitter();
export const alerts = new EventEmitter();

orders.on('placed', async (order) => {
  await fetch('https://fulfil.acme.dev/orders', { method: 'POST', body: JSON.stringify(order) });
});

alerts.on('raised', ({ text }) => fetch('https://alerts.acme.dev/raise', { method: 'POST', body: text, headers: { key: process.env.ALERTS_KEY } }));
