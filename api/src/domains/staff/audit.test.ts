import { setContent } from '@portal/contracts/pages/pages.staff';
import { createKey, readAudit } from '@portal/contracts/staff/staff.staff';
import { testApi } from '../../../test/test-api';
import { getPool } from '../../platform/database/db';

const api = testApi();
const query = async (text: string, values: unknown[] = []) => (await getPool().query(text, values)).rows;
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const keyOf = async (role: 'ops', name: string) => (await api.call(createKey, { name, role, expires: '2027-06-30' })).data;
const actsOf = async (by: string) => (await api.call(readAudit, { by })).data;

it('the audit is read to its end by pages, and rows of the same instant are never split between two pages', async () => {
  const start = api.clock.now().toISOString();
  // Two rows in each second, so that a page of 200 rows would end between two of the same second.
  await query(
    `insert into staff_acts (at, name, act, target, reference)
     select $1::timestamptz - (number / 2) * interval '1 second', 'Gus Pages', 'staff.keys', '{}', number::text from generate_series(1, 450) number`,
    [start],
  );
  const pageBefore = async (before?: string) => (await api.call(readAudit, { by: 'Gus Pages', since: undefined, before })).data;
  const pages: string[][] = [];
  for (let page = await pageBefore(); page.length > 0; page = await pageBefore(page.at(-1)?.at))
    pages.push(page.map(({ reference }) => reference));
  expect(
    pages
      .flat()
      .map(Number)
      .sort((one, other) => one - other),
  ).toEqual(Array.from({ length: 450 }, (_, at) => at + 1));
  expect(pages.map(({ length }) => length)).toEqual([201, 200, 49]);
});

it('the audit lists the first hundred changes of a call that changed many rows, and how many are left out', async () => {
  const { key, keyId } = await keyOf('ops', 'Hal Content');
  const questionAnswers = Array.from({ length: 130 }, (_, at) => ({ question: `Question ${at}?`, answer: 'Yes.' }));
  const text = JSON.stringify([{ title: 'All of them', questionAnswers }]);
  expect((await api.call(setContent, { what: 'faq', text }, bearer(key))).code).toBe(200);
  const [line] = await actsOf(keyId);
  const [{ count }] = await query(
    'select count(*)::int as count from staff_changes where act_id = (select max(id) from staff_acts where key_id = $1)',
    [keyId],
  );
  expect(line?.changes).toHaveLength(100);
  expect(line?.changesLeft).toBe(count - 100);
  expect(count).toBeGreaterThan(100);
  const made = (await actsOf('shared token')).find(({ changes }) => changes.some(({ row }) => row === keyId));
  expect(made).toMatchObject({ changesLeft: 0 });
});

it.each(['database', 'shared token', 'Shared Token', ' DATABASE '])(
  'no staff member may have a name that the audit uses for calls without a key: %j',
  async (name) => {
    expect(await api.call(createKey, { name, role: 'ops', expires: '2027-06-30' })).toMatchObject({
      code: 400,
      errors: { name: 'The audit says this name of acts without a key: give another one.' },
    });
  },
);
