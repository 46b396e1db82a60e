import type { CallShape } from '@portal/contracts/_kernel/calls';
import { domainOf } from '@portal/contracts/_kernel/endpoint';
import { EXPOSED, LIFECYCLES, MODULES } from '@portal/mf-kit/module';
import type { Random } from '../../../api/seed/random';
import { add, type Field, fieldsOf, loosen, remove, rename, retype, tighten } from './fields';
import type { Release, World } from './world';

/** What a change works with: a world of its own, and chance. */
interface Hand {
  world: World;
  random: Random;
  /** A number that no other change of the run has: it makes new names. */
  number: number;
}

/** Changes the world. Says what it did and which releases are published anew; null: this world has nothing to do it to. */
type Change = (hand: Hand) => { did: string; publishes: string[] } | null;

const publishedAnew = (did: string, ...publishes: string[]) => ({ did, publishes });
const anyModule = ({ random }: Hand): string => random.pick(MODULES);
const releaseOf = ({ releases }: World, name: string): Release => {
  const found = releases[name];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

/** A call of some module, as it is made and as it is served. */
interface Pair {
  name: string;
  id: string;
  made: CallShape;
  served: CallShape;
}
function somePair({ world, random }: Hand, fits: (pair: Pair) => boolean = () => true): Pair | null {
  const pairs = MODULES.flatMap((name) =>
    Object.entries(releaseOf(world, name).calls).flatMap(([id, made]) => {
      const served = world.served.calls[id];
      const pair = served && { name, id, made, served };
      return pair && fits(pair) ? [pair] : [];
    }),
  );
  return pairs.length === 0 ? null : random.pick(pairs);
}

/** Whose turn it is to change: the API goes on, or a module is built against one that is not there yet. */
type Side = 'made' | 'served';

/** A change of one field of one call, on one side. */
const ofField =
  (
    side: Side,
    part: 'input' | 'output',
    words: string,
    isOne: (field: Field) => boolean,
    change: (field: Field, hand: Hand) => void,
  ): Change =>
  (hand) => {
    const fields = (pair: Pair) => fieldsOf(pair[side][part]).filter(isOne);
    const pair = somePair(hand, (one) => fields(one).length > 0);
    if (!pair) return null;
    const field = hand.random.pick(fields(pair));
    change(field, hand);
    return publishedAnew(`${side === 'served' ? 'the API' : pair.name}: ${words} ${field.key} of the ${part} of ${pair.id}`, pair.name);
  };

/** A change of one call as a whole, on the API's side. */
const ofServed =
  (words: string, change: (pair: Pair, hand: Hand) => void, fits?: (pair: Pair) => boolean): Change =>
  (hand) => {
    const pair = somePair(hand, fits);
    if (!pair) return null;
    change(pair, hand);
    return publishedAnew(`the API: ${words} ${pair.id}`, pair.name);
  };

/** A change of what one module says of itself. */
const ofModule =
  (words: string, change: (release: Release, hand: Hand, name: string) => void): Change =>
  (hand) => {
    const name = anyModule(hand);
    change(releaseOf(hand.world, name), hand, name);
    return publishedAnew(`${name}: ${words}`, name);
  };

/** A change of the shell, which is published alone. */
const ofShell =
  (words: string, change: (shell: Release, hand: Hand) => void): Change =>
  (hand) => {
    change(releaseOf(hand.world, 'shell'), hand);
    return publishedAnew(`shell: ${words}`, 'shell');
  };

const hasType = ({ schema }: Field) => schema.type !== undefined && schema.type !== 'object' && schema.type !== 'array';
const choices = ({ schema }: Field) => (schema.enum?.length ?? 0) > 1;
const bounded = ({ schema }: Field) => (schema.maxLength ?? schema.maximum ?? 0) > 1;
const isNeeded = ({ isRequired }: Field) => isRequired;
const isSpared = ({ isRequired, schema }: Field) => !isRequired && schema.default === undefined;
const limitOf = ({ schema }: Field) => (schema.maxLength === undefined ? 'maximum' : 'maxLength');
const scaleLimit = (field: Field, by: number): void => {
  const limit = limitOf(field);
  field.schema[limit] = Math.floor((field.schema[limit] ?? 0) * by);
};
const parts = (version: string) => version.split('.').map(Number) as [number, number, number];
const majorAbove = (version: string) => `${parts(version)[0] + 1}.0.0`;
const minorAbove = (version: string) => `${parts(version)[0]}.${parts(version)[1] + 1}.0`;
const text = { type: 'string' };

const anyLibrary = ({ random }: Hand, release: Release) => random.pick(Object.keys(release.shared));
const installed = ({ world }: Hand, library: string) => releaseOf(world, 'shell').shared[library] ?? '0.0.0';

/** Another module's path, and what it is called there. */
function foreignPath({ world, random }: Hand, name: string, isOne: (path: string) => boolean): string {
  const others = MODULES.filter((one) => one !== name).flatMap((one) => Object.keys(releaseOf(world, one).routes));
  return random.pick(others.filter((path) => path !== '*' && isOne(path)));
}
const claim = (release: Release, path: string) => {
  release.routes = { ...release.routes, [path]: { access: 'public', chrome: 'public', title: 'Claimed' } };
};
const ownPath = ({ random }: Hand, release: Release) => random.pick(Object.keys(release.routes).filter((path) => path !== '*'));

/** The classes of what must be refused, each with its kinds. */
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
    ofField('served', 'output', 'does not always give', isNeeded, loosen),
    ofField(
      'served',
      'output',
      'may give null for',
      (field) => hasType(field) && !field.schema.nullable,
      ({ schema }) => (schema.nullable = true),
    ),
    ofField('served', 'output', 'has another type for', hasType, retype),
    ofField('served', 'output', 'has one more choice for', choices, ({ schema }) => (schema.enum = [...(schema.enum ?? []), 'next'])),
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
    ofField('served', 'input', 'has one choice less for', choices, ({ schema }) => schema.enum?.pop()),
    ofField('served', 'input', 'takes only half as much for', bounded, (field) => scaleLimit(field, 0.5)),
    ofField('made', 'input', 'sends one more than', isNeeded, ({ within }, { number }) => add(within, `next${number}`, text, true)),
    ofField('made', 'input', 'sends one more choice for', choices, ({ schema }) => (schema.enum = [...(schema.enum ?? []), 'next'])),
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
      const name = hand.random.pick(MODULES.filter((one) => one !== 'mf-public'));
      claim(releaseOf(hand.world, name), '*');
      return publishedAnew(`${name}: claims *`, name);
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

/** What must pass. */
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
  ofField('served', 'output', 'has one choice less for', choices, ({ schema }) => schema.enum?.pop()),
  ofField('served', 'input', 'no longer wants', isNeeded, loosen),
  ofField('served', 'input', 'takes null for', hasType, ({ schema }) => (schema.nullable = true)),
  ofField('served', 'input', 'has one more choice for', choices, ({ schema }) => (schema.enum = [...(schema.enum ?? []), 'next'])),
  ofField('served', 'input', 'takes twice as much for', bounded, (field) => scaleLimit(field, 2)),
  ofField('made', 'output', 'no longer reads', isNeeded, remove),
  ofField('made', 'output', 'bears to miss', isNeeded, loosen),
  ofField('made', 'input', 'always sends', isSpared, tighten),
  ofField('made', 'input', 'may send one more than', isNeeded, ({ within }, { number }) => add(within, `next${number}`, text, false)),
  ofField('made', 'input', 'sends one choice less for', choices, ({ schema }) => schema.enum?.pop()),
  ofField('made', 'input', 'sends half as much for', bounded, (field) => scaleLimit(field, 0.5)),
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
    const [from, to] = hand.random.some(MODULES, 2) as [string, string];
    const [giver, taker] = [releaseOf(hand.world, from), releaseOf(hand.world, to)];
    const path = ownPath(hand, giver);
    const { [path]: route, ...rest } = giver.routes;
    if (!route) return null;
    giver.routes = rest;
    taker.routes = { ...taker.routes, [path]: route };
    return publishedAnew(`${path} moves from ${from} to ${to} in one activation`, from, to);
  },
  ofModule('does with an older patch of a library', (release, hand) => {
    const library = anyLibrary(hand, release);
    const [major, minor] = parts(installed(hand, library));
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
