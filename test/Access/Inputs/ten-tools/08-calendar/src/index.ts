import { sortBy } from 'lodash-es';

import { GoogleCalendar, OutlookCalendar } from './calendars.ts';
import type { Calendar } from './calendars.ts';
import type { Context, Env, Input, Slot } from './types.ts';

const makers: Record<string, (env: Env) => Calendar> = {
  google: (env) => new GoogleCalendar(env),
  outlook: (env) => new OutlookCalendar(env),
};

function freeSlots(busy: Slot[], from: string, until: string, minutes: number): Slot[] {
  const free: Slot[] = [];
  let cursor = Date.parse(from);
  for (const { start, end } of [...sortBy(busy, 'start'), { start: until, end: until }]) {
    if (Date.parse(start) - cursor >= minutes * 60_000) free.push({ start: new Date(cursor).toISOString(), end: start });
    cursor = Math.max(cursor, Date.parse(end));
  }
  return free;
}

function describe(slots: Slot[], timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return slots.map(({ start, end }) => `- ${format.formatRange(new Date(start), new Date(end))}`).join('\n');
}

export default async function handler(input: Input, ctx: Context) {
  const { accounts, from, until, minutes = 30 } = input;
  const { env } = ctx.process;
  const cache = new Map<string, Calendar>();

  const calendarOf = (provider: string): Calendar => {
    const make = makers[provider];
    if (!make) throw new RangeError(`no calendar is called ${provider}`);
    const known = cache.get(provider) ?? make(env);
    cache.set(provider, known);
    return known;
  };

  const busy = await Promise.all(accounts.map(({ provider, address }) => calendarOf(provider).busy(address, from, until)));
  const slots = freeSlots(busy.flat(), from, until, minutes);
  const { id } = await ctx.deliverables.create({
    title: `${slots.length} times for a meeting`,
    content: describe(slots, env.CALENDAR_TIMEZONE ?? 'UTC'),
    format: 'markdown',
    type: 'document',
  });
  return { slots, deliverable: id };
}
