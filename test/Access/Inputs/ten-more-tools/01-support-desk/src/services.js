export class TicketService {
  constructor(http, project) {
    this.http = http;
    this.project = project;
  }

  async create(title, text) {
    const { key } = await this.http.post('/rest/api/3/issue', { fields: { project: this.project, summary: title, description: text } });
    return key;
  }

  find(key) {
    return this.http.get(`/rest/api/3/issue/${encodeURIComponent(key)}`);
  }
}

export class ChatService {
  constructor({ http, channel }) {
    this.http = http;
    this.channel = channel;
  }

  tell(text) {
    return this.http.post('/v1/messages', { channel: this.channel, text });
  }
}
