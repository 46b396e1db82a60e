import { domainOf } from '@portal/contracts/_kernel/endpoint';
import { EXPOSED, LIFECYCLES } from '@portal/mf-kit/module';
import {
  anyLibrary,
  type Change,
  changeResult,
  claim,
  foreignPath,
  hasChoices,
  hasLimit,
  hasType,
  installed,
  isNeeded,
  isSpared,
  majorAbove,
  minorAbove,
  ofField,
  ofModule,
  ofServed,
  ofShell,
  releaseOf,
  remotesOf,
  scaleLimit,
  text,
} from './change';
import { add, makeOptional, remove, rename, retype, tighten } from './fields';

/** Changes that the gate must reject, by class. */
export const breaking: Readonly<Record<string, readonly Change[]>> = {
  'a call that is not served': [
    ofServed('no longer serves', ({ id }, { world }) => delete world.served.calls[id]),
    ofServed('has moved', ({ served }) => (served.path = `/v-next${served.path}`)),
    ofServed('takes by another method', ({ served }) => (served.method = served.method === 'POST' ? 'PATCH' : 'POST')),
    ofServed(
      'asks for more than a token for',
      ({ served }) => (served.auth = 'approved'),
      ({ made }) => made.auth === 'bearer',
    ),
    ofServed('has another major of the contract of', ({ id }, { world }) => (world.served.contracts[domainOf(id)] = [2])),
    ofModule('is built against the next major of a contract', (release, { random }) => {
      const domain = random.pick(Object.keys(release.contracts));
      release.contracts = { ...release.contracts, [domain]: 2 };
    }),
    ofModule('makes a call that is not there yet', (release, { world, random, number }) => {
      const [id, shape] = random.pick(Object.entries(world.served.calls));
      release.calls = { ...release.calls, [`${domainOf(id)}.next-${number}`]: shape };
    }),
  ],
  'an answer that lacks what is read': [
    ofField('served', 'output', 'no longer gives', isNeeded, remove),
    ofField('served', 'output', 'has renamed', isNeeded, (field, { number }) => rename(field, `${field.key}Renamed${number}`)),
    ofField('served', 'output', 'does not always give', isNeeded, makeOptional),
    ofField(
      'served',
      'output',
      'may give null for',
      (field) => hasType(field) && !field.schema.nullable,
      ({ schema }) => (schema.nullable = true),
    ),
    ofField('served', 'output', 'has another type for', hasType, retype),
    ofField('served', 'output', 'has one more choice for', hasChoices, ({ schema }) => (schema.enum = [...(schema.enum ?? []), 'next'])),
    ofField('made', 'output', 'wants one more than', isNeeded, ({ within }, { number }) => add(within, `next${number}`, text, true)),
  ],
  'an input that is refused': [
    ofServed(
      'wants one more field of',
      ({ served }, { number }) => add(served.input, `next${number}`, text, true),
      ({ served }) => served.input.type === 'object',
    ),
    ofField('served', 'input', 'now wants', isSpared, tighten),
    ofField('served', 'input', 'has another type for', hasType, retype),
    ofField('served', 'input', 'has one choice less for', hasChoices, ({ schema }) => schema.enum?.pop()),
    ofField('served', 'input', 'takes only half as much for', hasLimit, (field) => scaleLimit(field, 0.5)),
    ofField('made', 'input', 'sends one more than', isNeeded, ({ within }, { number }) => add(within, `next${number}`, text, true)),
    ofField('made', 'input', 'sends one more choice for', hasChoices, ({ schema }) => (schema.enum = [...(schema.enum ?? []), 'next'])),
  ],
  'another portal context': [
    ofModule('is built for the next portal context', (release) => (release.portal += 1)),
    ofModule('is built for an earlier portal context', (release) => (release.portal -= 1)),
    ofShell('gives the next portal context', (shell) => (shell.portal += 1)),
  ],
  'a shared library that does not fit': [
    ofModule('needs the next major of a library', (release, hand) => {
      const library = anyLibrary(hand, release);
      release.shared[library] = `^${majorAbove(installed(hand, library))}`;
    }),
    ofModule('needs a newer minor of a library', (release, hand) => {
      const library = anyLibrary(hand, release);
      release.shared[library] = `^${minorAbove(installed(hand, library))}`;
    }),
    ofModule('needs a library that the shell has not', (release, { number }) => (release.shared[`library-${number}`] = '^1.0.0')),
    ofShell('gives the next major of a library', (shell, hand) => {
      const library = anyLibrary(hand, shell);
      shell.shared[library] = majorAbove(installed(hand, library));
    }),
    ofShell('no longer gives a library', (shell, hand) => Reflect.deleteProperty(shell.shared, anyLibrary(hand, shell))),
  ],
  'a path of another module': [
    ofModule("claims another's path", (release, hand, name) =>
      claim(
        release,
        foreignPath(hand, name, () => true),
      ),
    ),
    ofModule("claims another's path, with other names in it", (release, hand, name) =>
      claim(release, foreignPath(hand, name, (path) => path.includes(':')).replace(/:(\w+)/g, ':other$1')),
    ),
    (hand) => {
      const name = hand.random.pick(remotesOf(hand.world).filter((one) => one !== 'mf-public'));
      claim(releaseOf(hand.world, name), '*');
      return changeResult(`${name}: claims *`, name);
    },
  ],
  'a removed expose': [
    ofModule('exports one lifecycle less', (release, { random }) => {
      const gone = random.pick(LIFECYCLES);
      release.exposes = { [EXPOSED]: [...LIFECYCLES, 'preload'].filter((one) => one !== gone) };
    }),
    ofModule('exposes it under another name', (release) => (release.exposes = { './main': [...LIFECYCLES] })),
    ofModule('exposes nothing', (release) => (release.exposes = {})),
  ],
  'more than its budget': [
    ofModule('weighs one byte too much', (release) => (release.weight = (release.budget ?? 0) + 1)),
    ofModule('weighs much too much', (release, { random }) => (release.weight = (release.budget ?? 0) * random.between(2, 4))),
    ofModule('declares no budget', (release) => Reflect.deleteProperty(release, 'budget')),
    ofModule('has a budget below its weight', (release) => (release.budget = release.weight - 1)),
  ],
};
