import type { Env, Slot } from './types.ts';

export abstract class Calendar {
  protected readonly env: Env;
  #token: string | undefined;

  constructor(env: Env) {
    this.env = env;
  }

  protected abstract login(): Promise<string>;
  abstract busy(address: string, from: string, until: string): Promise<Slot[]>;

  protected async post(url: string, body: unknown): Promise<any> {
    this.#token ??= await this.login();
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${new URL(url).hostname} answered ${response.status}`);
    return response.json();
  }
}

async function tokenFrom(url: string, form: Record<string, string | undefined>): Promise<string> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form as Record<string, string>) });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

export class GoogleCalendar extends Calendar {
  protected login() {
    const { GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret, GOOGLE_REFRESH_TOKEN: refresh_token } = this.env;
    return tokenFrom('https://oauth2.googleapis.com/token', { client_id, client_secret, refresh_token, grant_type: 'refresh_token' });
  }

  async busy(address: string, from: string, until: string) {
    const body = { timeMin: from, timeMax: until, items: [{ id: address }] };
    const { calendars } = await this.post('https://www.googleapis.com/calendar/v3/freeBusy', body);
    return calendars[address].busy as Slot[];
  }
}

export class OutlookCalendar extends Calendar {
  protected login() {
    const tenant = this.env.MS_TENANT_ID ?? 'organizations';
    return tokenFrom(`https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`, {
      client_id: this.env.MS_CLIENT_ID,
      client_secret: this.env.MS_CLIENT_SECRET,
      scope: 'https://graph.microsoft.com/.default',
      grant_type: 'client_credentials',
    });
  }

  async busy(address: string, from: string, until: string) {
    const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
    const { value } = await this.post(`https://graph.microsoft.com/v1.0/users/${address}/calendar/getSchedule`, {
      schedules: [address],
      startTime: at(from),
      endTime: at(until),
    });
    return value[0].scheduleItems.map((item: any): Slot => ({ start: item.start.dateTime, end: item.end.dateTime }));
  }
}

/** Needs a password for each person, so the handler does not offer it. */
export class ICloudCalendar extends Calendar {
  protected async login() {
    return btoa(`${this.env.ICLOUD_USER}:${this.env.ICLOUD_PASSWORD}`);
  }

  async busy(address: string, from: string, until: string) {
    const { slots } = await this.post(`https://caldav.icloud.com/${address}/freebusy`, { from, until });
    return slots as Slot[];
  }
}
