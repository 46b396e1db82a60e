import { sql } from 'kysely';
import { db } from './db';

const MONTHS = 24;

/** Minutes that a zone is ahead of UTC, by the time zone data of this process. */
function minutesAhead(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * The zones with different clocks in the database and in this process within two years of `from`, each with the first month. Both bring their own
 * release of the time zone data, and a law may have changed between them: then a shift is stored for another hour than its messages name.
 */
export async function differingZones(zones: readonly string[], from: Date): Promise<{ zone: string; since: string }[]> {
  const { rows } = await sql<{ zone: string; at: string; minutes: number }>`
    select zone, at, round(extract(epoch from (at at time zone zone) - (at at time zone 'UTC')) / 60)::int as minutes
    from unnest(${[...zones]}::text[]) zone, generate_series(${from.toISOString()}::timestamptz, ${from.toISOString()}::timestamptz + ${`${MONTHS} months`}::interval, interval '1 week') at
    order by zone, at`.execute(db());
  const differing = rows.filter(({ zone, at, minutes }) => minutesAhead(zone, new Date(at)) !== minutes);
  return zones.flatMap((zone) => {
    const first = differing.find((row) => row.zone === zone);
    return first ? [{ zone, since: first.at.slice(0, 7) }] : [];
  });
}
