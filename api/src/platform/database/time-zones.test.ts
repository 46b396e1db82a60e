import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { siteZones } from '../../domains/places/site-zones';
import { db } from './db';
import { differingZones } from './time-zones';

testApi();

it('the zones are those that the database accepts for a site', async () => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = 'locations'::regclass and pg_get_constraintdef(oid) like '%time_zone%'`.execute(
    db(),
  );
  expect(rows[0]?.rule.match(/America\/\w+/g)).toEqual(siteZones);
});

it('reports no zone while the database and this process have the same data', async () => {
  expect(await differingZones(['America/Toronto', 'America/St_Johns', 'UTC'], new Date('2024-01-15T12:00:00Z'))).toEqual([]);
});

it('reports a zone with the first month in which the two differ', async () => {
  const format = Intl.DateTimeFormat.prototype.formatToParts;
  const spy = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockImplementation(function (this: Intl.DateTimeFormat, at) {
    const isChanged = this.resolvedOptions().timeZone === 'America/Toronto' && Number(at) >= Date.parse('2026-11-01T00:00:00Z');
    return isChanged ? [{ type: 'timeZoneName', value: 'GMT-04:00' }] : format.call(this, at);
  });
  expect(await differingZones(['America/Atikokan', 'America/Toronto'], new Date('2026-01-15T12:00:00Z'))).toEqual([
    { zone: 'America/Toronto', since: '2026-11' },
  ]);
  spy.mockRestore();
});
