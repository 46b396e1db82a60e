import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { domainOf } from '@portal/contracts/_kernel/endpoint';
import { remotesIn } from '@portal/webpack/remotes';
import { type ObjectSchema, object } from 'yup';
import { callsOf, listEndpoints } from './lint/declared-contracts';

const root = resolve(__dirname, '..');

it.each(['shell', ...remotesIn(root)])('%s declares each contract that it calls, as the gate requires', async (name) => {
  const [, declared = ''] = /contracts: \{([^}]+)\}/.exec(readFileSync(join(root, name, 'module.ts'), 'utf8')) ?? [];
  const calls = (await callsOf(name)).map(({ id }) => domainOf(id));
  expect(calls).not.toEqual([]);
  expect(calls.filter((domain) => !new RegExp(`\\b${domain}: \\d`).test(declared))).toEqual([]);
});

/** Guard calls that no page makes, with the reason why the API has them. */
const withoutPage = {
  'auth.logout': 'The shell makes it through `logoutCall`, which needs no schema.',
  'calendar.read': 'A calendar program subscribes to it.',
  'enotes.read': 'The documents state it (API-COMM-06). The list has every field of a note.',
  'guards.update-profile': 'The documents state it (API-GUARD-06). EDITPROFILE-33 gives it no screen.',
  'leave.list': 'Job Detail reads the leave of each shift with the job.',
  'shifts.sos-state': 'On Job reads the SOS with its shift.',
};

it('a page makes every call of guards, unless the list gives a reason', async () => {
  const shared = readdirSync(join(root, 'shared')).map((name) => `shared/${name}`);
  const sources = ['shell', ...remotesIn(root), ...shared].filter((name) => existsSync(join(root, name, 'src')));
  const pages = sources.filter(
    (name) => !['shared/contracts', 'shared/object-storage', 'shared/settings', 'shared/testing', 'shared/webpack'].includes(name),
  );
  const made = new Set((await Promise.all(pages.map(callsOf))).flat().map(({ id }) => id));
  const unmade = (await listEndpoints()).filter(({ auth, id }) => auth !== 'staff' && !made.has(id)).map(({ id }) => id);
  expect(unmade.sort()).toEqual(Object.keys(withoutPage));
});

interface Nested {
  fields?: object;
}
/** The keys of a call's input, including nested ones. */
const keysOf = ({ fields = {} }: Nested): string[] => Object.entries(fields).flatMap(([key, field]) => [key, ...keysOf(field as Nested)]);

it('no call trims or changes a password', async () => {
  const typed = '  Quiet Harbour 7$ ';
  const asked = (await listEndpoints()).flatMap(({ id, input }) =>
    keysOf(input as Nested)
      .filter((key) => /password/i.test(key))
      .map((key) => ({
        id,
        key,
        read: (object({ [key]: (input as ObjectSchema<object>).fields[key as never] }) as ObjectSchema<object>).cast(
          { [key]: typed },
          { assert: false },
        ),
      })),
  );
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter(({ key, read }) => (read as Record<string, unknown>)[key] !== typed)).toEqual([]);
});

it('no call has an input for a hint or a secret question', async () => {
  const asked = (await listEndpoints()).flatMap(({ id, input }) => keysOf(input as Nested).map((key) => `${id} ${key}`));
  expect(asked.length).toBeGreaterThan(200);
  expect(asked.filter((one) => /hint|secret|maiden|security(?!Registration)|question/i.test(one))).toEqual([]);
});
