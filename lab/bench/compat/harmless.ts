import { domainOf } from '@portal/contracts/_kernel/endpoint';
import { EXPOSED, LIFECYCLES } from '@portal/mf-kit/module';
import {
  anyLibrary,
  type Change,
  changeResult,
  claim,
  hasChoices,
  hasLimit,
  hasType,
  installed,
  isNeeded,
  isSpared,
  minorAbove,
  ofField,
  ofModule,
  ofServed,
  ofShell,
  ownPath,
  releaseOf,
  remotesOf,
  scaleLimit,
  text,
  versionParts,
} from './change';
import { add, fieldsOf, makeOptional, remove, rename, tighten } from './fields';

/** Changes that the gate must accept. */
export const harmless: readonly Change[] = [
  ofServed(
    'serves one call beside',
    ({ id, served }, { world, number }) => (world.served.calls[`${domainOf(id)}.next-${number}`] = served),
  ),
  ofServed('serves the next major beside that of', ({ id }, { world }) => (world.served.contracts[domainOf(id)] = [1, 2])),
  ofServed(
    'no longer asks for approval for',
    ({ served }) => (served.auth = 'bearer'),
    ({ made }) => made.auth === 'approved',
  ),
  ofServed(
    'calls the keys of the path otherwise of',
    ({ served }) => {
      for (const [, key = ''] of served.path.matchAll(/:(\w+)/g)) {
        const field = fieldsOf(served.input).find((one) => one.within === served.input && one.key === key);
        if (field) rename(field, `${key}Next`);
      }
      served.path = served.path.replace(/:(\w+)/g, ':$1Next');
    },
    ({ served }) => served.path.includes(':'),
  ),
  ofServed(
    'takes one more field of',
    ({ served }, { number }) => add(served.input, `next${number}`, text, false),
    ({ served }) => served.input.type === 'object',
  ),
  ofField('served', 'output', 'gives one more beside', isNeeded, ({ within }, { number }) => add(within, `next${number}`, text, true)),
  ofField('served', 'output', 'always gives', (field) => !field.isRequired, tighten),
  ofField(
    'served',
    'output',
    'never gives null for',
    ({ schema }) => schema.nullable === true,
    ({ schema }) => delete schema.nullable,
  ),
  ofField('served', 'output', 'has one choice less for', hasChoices, ({ schema }) => schema.enum?.pop()),
  ofField('served', 'input', 'no longer wants', isNeeded, makeOptional),
  ofField('served', 'input', 'takes null for', hasType, ({ schema }) => (schema.nullable = true)),
  ofField('served', 'input', 'has one more choice for', hasChoices, ({ schema }) => (schema.enum = [...(schema.enum ?? []), 'next'])),
  ofField('served', 'input', 'takes twice as much for', hasLimit, (field) => scaleLimit(field, 2)),
  ofField('made', 'output', 'no longer reads', isNeeded, remove),
  ofField('made', 'output', 'bears to miss', isNeeded, makeOptional),
  ofField('made', 'input', 'always sends', isSpared, tighten),
  ofField('made', 'input', 'may send one more than', isNeeded, ({ within }, { number }) => add(within, `next${number}`, text, false)),
  ofField('made', 'input', 'sends one choice less for', hasChoices, ({ schema }) => schema.enum?.pop()),
  ofField('made', 'input', 'sends half as much for', hasLimit, (field) => scaleLimit(field, 0.5)),
  ofModule('makes one call less', (release, { random }) => Reflect.deleteProperty(release.calls, random.pick(Object.keys(release.calls)))),
  ofModule('makes a call more that is served', (release, { world, random }) => {
    const [id, shape] = random.pick(Object.entries(world.served.calls));
    release.calls = { ...release.calls, [id]: shape };
  }),
  ofModule('has one more path', (release, { number }) => claim(release, `/next-${number}/:id`)),
  ofModule('gives a path up', (release, hand) => Reflect.deleteProperty(release.routes, ownPath(hand, release))),
  ofModule('has another title', (release, hand) => {
    const path = ownPath(hand, release);
    const route = release.routes[path];
    if (route) release.routes = { ...release.routes, [path]: { ...route, title: 'Another title' } };
  }),
  (hand) => {
    const [from, to] = hand.random.some(remotesOf(hand.world), 2) as [string, string];
    const [giver, taker] = [releaseOf(hand.world, from), releaseOf(hand.world, to)];
    const path = ownPath(hand, giver);
    const { [path]: route, ...rest } = giver.routes;
    if (!route) return null;
    giver.routes = rest;
    taker.routes = { ...taker.routes, [path]: route };
    return changeResult(`${path} moves from ${from} to ${to} in one activation`, from, to);
  },
  ofModule('does with an older patch of a library', (release, hand) => {
    const library = anyLibrary(hand, release);
    const [major, minor] = versionParts(installed(hand, library));
    release.shared[library] = `^${major}.${minor}.0`;
  }),
  ofShell('gives a newer minor of a library', (shell, hand) => {
    const library = anyLibrary(hand, shell);
    shell.shared[library] = minorAbove(installed(hand, library));
  }),
  ofShell('gives one more library', (shell, { number }) => (shell.shared[`library-${number}`] = '1.0.0')),
  ofModule('exports one thing more', (release) => (release.exposes = { [EXPOSED]: [...LIFECYCLES, 'preload', 'next'] })),
  ofModule('has no preload, which older modules have not', (release) => (release.exposes = { [EXPOSED]: [...LIFECYCLES] })),
  ofModule('weighs as much as its budget', (release) => (release.weight = release.budget ?? 0)),
  ofModule('weighs less', (release, { random }) => (release.weight = random.between(1, release.weight))),
  ofModule('has a higher budget', (release) => (release.budget = (release.budget ?? 0) * 2)),
];
