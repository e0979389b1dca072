import { Buffer } from 'node:buffer';

const INTAKE = {
  us1: 'http-intake.logs.datadoghq.com',
  eu1: 'http-intake.logs.datadoghq.eu',
  ap1: 'http-intake.logs.ap1.datadoghq.com',
};
const API = { us1: 'api.datadoghq.com', eu1: 'api.datadoghq.eu', ap1: 'api.ap1.datadoghq.com' };

export const service = process.env.SERVICE_NAME ?? 'agent';

function hostOf(table) {
  const site = process.env.DD_SITE ?? 'us1';
  const host = table[site];
  if (!host) throw new RangeError(`no Datadog site is called ${site}`);
  return host;
}

const json = { 'content-type': 'application/json' };

async function send(url, headers, body) {
  const response = await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

export const datadogKeys = {
  get api() {
    return { 'dd-api-key': process.env.DD_API_KEY };
  },
  get app() {
    return { ...this.api, 'dd-application-key': process.env.DD_APP_KEY };
  },
};

export async function toDatadog(lines) {
  const entries = lines.map((message) => ({ message, service, ddsource: 'agent' }));
  await send(`https://${hostOf(INTAKE)}/api/v2/logs`, datadogKeys.api, entries);
}

export async function searchDatadog(query, limit) {
  const body = { filter: { query: `service:${service} ${query}` }, page: { limit } };
  const response = await send(`https://${hostOf(API)}/api/v2/logs/events/search`, datadogKeys.app, body);
  return (await response.json()).data;
}

export async function toLoki(lines) {
  const { LOKI_USER, LOKI_TOKEN, LOKI_URL = 'https://logs-prod-012.grafana.net' } = process.env;
  const url = new URL('/loki/api/v1/push', LOKI_URL);
  const values = lines.map((line, i) => [`${Date.now()}${String(i).padStart(6, '0')}`, line]);
  const basic = Buffer.from(`${LOKI_USER}:${LOKI_TOKEN}`).toString('base64');
  await send(url, { authorization: `Basic ${basic}` }, { streams: [{ stream: { service }, values }] });
}

export async function toSplunk(lines) {
  await send('https://input.acme.splunkcloud.com:8088/services/collector', { authorization: `Splunk ${process.env.SPLUNK_TOKEN}` }, lines);
}

export const toUrl = (url) => (lines) => send(url, {}, { service, lines });
