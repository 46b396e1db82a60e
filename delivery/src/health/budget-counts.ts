import type { ViewReport, VitalsReport } from '@portal/mf-kit/healthReport';
import { addEvents, type EventSums, noEvents, sumsFrom } from './error-budget';
import { type Reporter, VersionCounts } from './version-counts';

/** The events of one module on one host, by day of UTC and by ten minutes. */
export interface KeptEvents {
  days: Record<string, EventSums>;
  /** By the start of the ten minutes, in ms. */
  spans: Record<string, EventSums>;
}

/** The well-formed sums of stored events. A malformed file of one host must not hide the others. */
export function keptEventsFrom(value: unknown): KeptEvents {
  const { days, spans } = Object(value) as Record<keyof KeptEvents, unknown>;
  const soundIn = (all: unknown, key: RegExp) =>
    Object.entries(Object(all)).flatMap(([at, one]) => {
      const sums = key.test(at) ? sumsFrom(one) : null;
      return sums ? [[at, sums] as const] : [];
    });
  return { days: Object.fromEntries(soundIn(days, /^\d{4}-\d\d-\d\d$/)), spans: Object.fromEntries(soundIn(spans, /^\d+$/)) };
}

const SPAN_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
/** The hours of the longest burn rate. */
const SPAN_HOURS = 6;
/** A day is stored for all hosts on the second day after it; the others wait for a store that was away. */
const OWN_DAYS = 7;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** The day so many days before. */
export function dayBefore(now: number, days: number): string {
  const date = new Date(now);
  return dayOf(date.setUTCDate(date.getUTCDate() - days));
}

/** The sum of the spans that began within so many hours before now. */
export const eventsWithin = (spans: KeptEvents['spans'], now: number, hours: 1 | typeof SPAN_HOURS): EventSums =>
  Object.entries(spans).reduce((sum, [start, one]) => (Number(start) > now - hours * HOUR_MS ? addEvents(sum, one) : sum), noEvents);

/**
 * Counts the events of each module, of all its versions together. The limits are in `VersionCounts`: each day of UTC a device counts ten
 * views, a network twenty, and one bad view. So one address with many devices and versions is one bad view.
 */
export class BudgetCounts {
  private readonly modules = new Map<string, { day: string; limited: VersionCounts; kept: KeptEvents }>();

  private of(name: string, now: number) {
    const [day, found] = [dayOf(now), this.modules.get(name)];
    if (found?.day === day) return found;
    const next = { day, limited: new VersionCounts(now), kept: found?.kept ?? { days: {}, spans: {} } };
    this.modules.set(name, next);
    return next;
  }

  private add({ days, spans }: KeptEvents, events: Partial<EventSums>, now: number): void {
    const [day, span] = [dayOf(now), String(now - (now % SPAN_MS))];
    days[day] = addEvents(days[day] ?? noEvents, { ...noEvents, ...events });
    spans[span] = addEvents(spans[span] ?? noEvents, { ...noEvents, ...events });
  }

  recordView(name: string, reporter: Reporter, { route, ended }: Pick<ViewReport, 'route' | 'ended'>, now: number): void {
    const { limited, kept } = this.of(name, now);
    const { views, failed } = limited.tally;
    limited.record(reporter, { route, ended: ended === 'stood' ? 'stood' : 'failed' }, now);
    const { tally } = limited;
    if (tally.views + tally.failed > views + failed) this.add(kept, { views: tally.views - views, bad: tally.failed - failed }, now);
  }

  /** `latencyMs`: a page load above it is late. */
  recordLoad(reporter: Reporter, rating: VitalsReport, latencyMs: number, now: number): void {
    if (rating.lcp === null) return;
    const { limited, kept } = this.of(rating.name, now);
    const { rated } = limited.tally;
    limited.recordVitals(reporter, rating, now);
    if (limited.tally.rated > rated) this.add(kept, { loads: 1, late: rating.lcp > latencyMs ? 1 : 0 }, now);
  }

  /** The events for the store. Forgets spans and days that nothing reads any more. */
  kept(now: number): Record<string, KeptEvents> {
    for (const { kept } of this.modules.values()) {
      for (const start of Object.keys(kept.spans)) if (Number(start) <= now - SPAN_HOURS * HOUR_MS) delete kept.spans[start];
      for (const day of Object.keys(kept.days)) if (day <= dayBefore(now, OWN_DAYS)) delete kept.days[day];
    }
    return Object.fromEntries([...this.modules].map(([name, { kept }]) => [name, kept]));
  }
}
