import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useWaiting';
import { sizeText } from '@portal/ui/sizeText';

const SITE = 'America/Toronto';
const time = { timeZone: SITE, hour: 'numeric', minute: '2-digit' } as const;
const day = { timeZone: SITE, weekday: 'short', day: 'numeric', month: 'short' } as const;
const written = (instant: Date, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-CA', options).format(instant);

/** `6:05 p.m.` at the site today, `Sun, Mar 14, 6:05 p.m.` on another day. */
export function siteMoment(iso: string, now: Date): string {
  const instant = new Date(iso);
  const isToday = written(instant, day) === written(now, day);
  return isToday ? written(instant, time) : `${written(instant, day)}, ${written(instant, time)}`;
}

/** `1 not sent, 2 waiting to be sent`; empty when there is nothing to say. */
export function countWords(told: readonly WriteEntry[]): string {
  const waits = told.filter(isUnsent).length;
  const failed = told.length - waits;
  return [failed > 0 ? `${failed} not sent` : '', waits > 0 ? `${waits} waiting to be sent` : ''].filter(Boolean).join(', ');
}

/** The same where there is little room: what matters most, in the first words of `countWords`. */
export const shortWords = (told: readonly WriteEntry[]): string => countWords(told).replace(/,.*| to be sent/, '');

/** How an entry stands, in words that never claim more than the server confirmed. */
export function stateWords({ state, createdAt, sentAt, bytes, progress, failure, expired }: WriteEntry, now: Date): string {
  const made = siteMoment(createdAt, now);
  const size = bytes ? sizeText(bytes) : null;
  if (state === 'sent') return `Sent ${siteMoment(sentAt ?? createdAt, now)}`;
  if (state === 'sending') return size ? `Sending… ${Math.floor((progress ?? 0) * 100)} % of ${size}` : 'Sending…';
  if (state === 'on device') return `On this device since ${made}${size ? `, ${size}` : ''}`;
  return expired ? (failure?.userMessage ?? '') : `Not sent. ${failure?.userMessage ?? ''}`;
}
