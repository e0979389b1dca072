// Redirects as the package `follow-redirects` does them for axios on Node: each hop is a request that the sandbox judges.
import { AxiosError } from 'axios';

const usual = 21;   // redirects, where the configuration names no number
const without = (headers, names) => {
  for (const name of Object.keys(headers)) if (names.test(name)) delete headers[name];
};
const isInside = (host, domain) => host.endsWith(`.${domain}`);

function tooMany(config, request) {
  const code = 'ERR_FR_TOO_MANY_REDIRECTS';
  return AxiosError.from(Object.assign(new Error('Maximum number of redirects exceeded'), { code, name: `Error [${code}]` }), null,
    config, request);
}

function nextHop(hop, status, location) {
  const next = { ...hop, url: new URL(location, hop.url), headers: { ...hop.headers } };
  if (((status === 301 || status === 302) && hop.method === 'POST') || (status === 303 && !/^(?:GET|HEAD)$/.test(hop.method))) {
    next.method = 'GET';
    next.body = undefined;
    without(next.headers, /^content-/i);
  }
  without(next.headers, /^host$/i);
  if ((next.url.protocol !== hop.url.protocol && next.url.protocol !== 'https:') ||
      (next.url.host !== hop.url.host && !isInside(next.url.host, hop.url.host)))
    without(next.headers, /^(?:(?:proxy-)?authorization|cookie)$/i);
  if (next.url.origin !== hop.url.origin) without(next.headers, /^(?:authorization|cookie)$/i);
  return next;
}

// Lets the configuration look at the next hop, and change its headers and where it goes.
function askFirst(config, next, hop, response, headers) {
  if (config.sensitiveHeaders && next.url.origin !== hop.url.origin)
    without(next.headers, { test: (name) => config.sensitiveHeaders.some((each) => each.toLowerCase() === name.toLowerCase()) });
  if (!config.beforeRedirect) return next;
  const { url } = next;
  const options = { method: next.method, headers: next.headers, href: url.href, protocol: url.protocol, hostname: url.hostname,
    host: url.host, port: url.port, pathname: url.pathname, search: url.search, path: url.pathname + url.search };
  config.beforeRedirect(options, { headers, statusCode: response.status },
    { url: hop.url.href, method: hop.method, headers: { Host: hop.url.host, ...hop.headers } });
  return { ...next, method: options.method, headers: options.headers };
}

// Answers the response that is not a redirect, with `request` saying where it came from.
export async function follow(hop, config, request, signal) {
  const most = config.maxRedirects ?? usual;
  for (let count = 0;; ) {
    const response = await fetch(hop.url.href, { method: hop.method, headers: hop.headers, body: hop.body, redirect: 'manual',
      signal });
    const location = response.headers.get('location');
    if (most === 0 || !location || response.status < 300 || response.status >= 400) {
      request.res = { responseUrl: hop.url.href, statusCode: response.status, headers: Object.fromEntries(response.headers) };
      return response;
    }
    response.body?.cancel().catch(() => {});
    if (++count > most) throw tooMany(config, request);
    hop = askFirst(config, nextHop(hop, response.status, location), hop, response, Object.fromEntries(response.headers));
    Object.assign(request, { method: hop.method, path: hop.url.pathname + hop.url.search, host: hop.url.hostname,
      protocol: hop.url.protocol });
  }
}
