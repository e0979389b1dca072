export class HttpClient {
  constructor({ baseUrl, headers = () => ({}), timeout = 5000 }) {
    this.baseUrl = baseUrl;
    this.headers = headers;
    this.timeout = timeout;
  }

  async send(method, path, body) {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...this.headers() },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(this.timeout),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return response.json();
  }

  get(path) {
    return this.send('GET', path);
  }

  post(path, body) {
    return this.send('POST', path, body);
  }
}
