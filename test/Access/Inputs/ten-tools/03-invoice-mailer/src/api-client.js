export class ApiClient {
  #baseUrl;
  #token;

  constructor(baseUrl, token) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  get(path) {
    return this.#request('GET', path);
  }

  post(path, body) {
    return this.#request('POST', path, body);
  }

  async #request(method, path, body) {
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${this.#token()}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.status === 204 || response.status === 202 ? null : response.json();
  }
}
