// Node's `url`: the package of that name for the older half, `whatwg-url` for the other.
import * as legacy from 'url/';
import { domainTo } from 'agentc:web';

const invalid = (message, code) => Object.assign(new TypeError(message), { code });
const asUrl = (value) => (typeof value === 'string' ? new URL(value) : value);

function fileURLToPath(value) {
  const url = asUrl(value);
  if (!(url instanceof URL))
    throw invalid('The "path" argument must be of type string or an instance of URL', 'ERR_INVALID_ARG_TYPE');
  if (url.protocol !== 'file:') throw invalid('The URL must be of scheme file', 'ERR_INVALID_URL_SCHEME');
  if (url.hostname !== '') throw invalid('File URL host must be "localhost" or empty on linux', 'ERR_INVALID_FILE_URL_HOST');
  if (/%2f/i.test(url.pathname))
    throw invalid('File URL path must not include encoded / characters', 'ERR_INVALID_FILE_URL_PATH');
  return decodeURIComponent(url.pathname);
}

function pathToFileURL(path) {
  const parts = [];
  for (const part of `${path}`.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  const url = new URL('file:///');
  url.pathname = `/${parts.join('/')}${/\/$/.test(path) && parts.length > 0 ? '/' : ''}`
    .replace(/[%\\\n\r\t?#]/g, (each) => encodeURIComponent(each));
  return url;
}

function format(value, options) {
  if (!(value instanceof URL)) return legacy.format(value);
  const { auth = true, fragment = true, search = true, unicode = false } = options ?? {};
  const url = new URL(value.href);
  if (!auth) url.username = url.password = '';
  if (!fragment) url.hash = '';
  if (!search) url.search = '';
  return unicode && url.hostname !== '' ? url.href.replace(url.hostname, module.domainToUnicode(url.hostname)) : url.href;
}

function urlToHttpOptions(url) {
  const options = { __proto__: null, ...url, protocol: url.protocol, hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    hash: url.hash, search: url.search, pathname: url.pathname, path: url.pathname + url.search, href: url.href };
  if (url.port !== '') options.port = Number(url.port);
  if (url.username !== '' || url.password !== '')
    options.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return options;
}

export const module = {
  Url: legacy.Url, parse: legacy.parse, resolve: legacy.resolve, resolveObject: legacy.resolveObject, format,
  URL, URLSearchParams, domainToASCII: (domain) => domainTo('domainToASCII', domain),
  domainToUnicode: (domain) => domainTo('domainToUnicode', domain), fileURLToPath, pathToFileURL, urlToHttpOptions,
};
