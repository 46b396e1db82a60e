import { STAFF_TOKEN } from '../../api/test/test-env';
import '../../api/test/fast-argon2';
import { isSocketCall } from '@portal/contracts/_kernel/endpoint';
import { setContent } from '@portal/contracts/pages/pages.staff';
import { getPool } from '../../api/src/platform/database/db';
import globalSetup from '../../api/test/global-setup';
import globalTeardown from '../../api/test/global-teardown';
import { createSocketCaller } from '../../api/test/socket';
import { startApi, type TestApi } from '../../api/test/test-api';
import { addAccountData, makePeople } from '../../e2e/kills/actors';
import { type Caller, caller } from '../../e2e/support/caller';
import { listEndpoints } from '../../tools/lint/declared-contracts';
import { addMarks, type Stand } from './act';
import { coursesOf, readReasons } from './acts';
import { figureNames, type Marks, marksOf } from './database-figures';
import { notActs } from './excluded-calls';

let api: TestApi;
let stand: Stand;
let sockets: ReturnType<typeof createSocketCaller>;

beforeAll(async () => {
  await globalSetup();
  api = await startApi();
  // Acts carry times of this machine's clock; the API's clock must be later.
  api.clock.set(new Date(Date.now() + 60_000).toISOString());
  sockets = createSocketCaller(api.url);
  const http = caller(api.url, STAFF_TOKEN);
  const call: Caller['call'] = async (endpoint, input, options = {}) =>
    isSocketCall(endpoint)
      ? ((await sockets.call(endpoint as never, input, options.token ?? '', options.key)) as never)
      : http.call(endpoint, input, options);
  for (const what of ['privacy', 'terms', 'guardAgreement'] as const) await api.call(setContent, { what, text: '<p>Be kind.</p>' });
  stand = { ...http, url: api.url, call, query: async (text, values) => (await getPool().query(text, values)).rows as never };
});
afterAll(async () => {
  await sockets.close();
  await api.stop();
  await globalTeardown();
});

const courses = coursesOf({ breakReasonId: '', endReasonId: '' });

it('every write of the contracts is an act of the kill test, or is listed with a reason', async () => {
  const killed = courses.flat().map(({ calls }) => calls);
  const writes = (await listEndpoints()).filter(({ method }) => method !== 'GET').map(({ id }) => id);
  const named = Object.keys(notActs);
  expect(writes.filter((id) => !killed.includes(id) && !named.includes(id))).toEqual([]);
  expect(named.filter((id) => !writes.includes(id) || killed.includes(id))).toEqual([]);
});

it.each(courses.map((acts) => acts.map(({ name }) => name)))('acts of one person have unique names, because these are keys', (...names) =>
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]),
);

it.each(courses.map((acts, kind) => [`${acts[0]?.name} … ${acts.at(-1)?.name}`, kind]))(
  'each act has its declared effect, and none when repeated: %s',
  async (_what, kind) => {
    const [person] = await makePeople(stand, 1);
    if (!person) throw new Error('nobody was made');
    await addAccountData(stand, [person]);
    const acts = coursesOf(await readReasons(stand, person))[kind] ?? [];
    let expected: Marks = Object.fromEntries(figureNames.map((name) => [name, 0]));
    expect(await marksOf(stand, person)).toEqual(expected);
    for (const act of acts) {
      api.clock.advance({ seconds: 1 });
      const told = await act.send(stand, person, `${person.id}:${act.name}`.replaceAll(' ', '-'));
      expect(told.code === 200 ? null : { act: act.name, ...told }).toBeNull();
      expected = addMarks(expected, act.leaves);
      expect({ act: act.name, ...(await marksOf(stand, person)) }).toEqual({ act: act.name, ...expected });
      if (act.isLookedFor) continue;
      const again = await act.send(stand, person, `${person.id}:${act.name}`.replaceAll(' ', '-'));
      expect([200, ...(act.doneBy ?? [])]).toContain(again.code);
      expect({ again: act.name, ...(await marksOf(stand, person)) }).toEqual({ again: act.name, ...expected });
    }
  },
);
