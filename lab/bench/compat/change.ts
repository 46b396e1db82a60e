import type { CallShape } from '@portal/contracts/_kernel/calls';
import type { Random } from '../../../api/seed/random';
import { type Field, fieldsOf } from './fields';
import type { Release, World } from './world';

/** Context of a change: the world to change, and randomness. */
interface Hand {
  world: World;
  random: Random;
  /** A number that is unique in the run, for new names. */
  number: number;
}

/** Changes the world. Returns a description and the releases to publish; null if this world has nothing to change. */
export type Change = (hand: Hand) => { did: string; publishes: string[] } | null;

export const changeResult = (did: string, ...publishes: string[]) => ({ did, publishes });
export const remotesOf = ({ releases }: World): string[] => Object.keys(releases).filter((name) => name !== 'shell');
export const anyModule = ({ world, random }: Hand): string => random.pick(remotesOf(world));
export const releaseOf = ({ releases }: World, name: string): Release => {
  const found = releases[name];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

/** A call of some module: the module's shape of it, and the API's. */
interface Pair {
  name: string;
  id: string;
  made: CallShape;
  served: CallShape;
}
export function somePair({ world, random }: Hand, fits: (pair: Pair) => boolean = () => true): Pair | null {
  const pairs = remotesOf(world).flatMap((name) =>
    Object.entries(releaseOf(world, name).calls).flatMap(([id, made]) => {
      const served = world.served.calls[id];
      const pair = served && { name, id, made, served };
      return pair && fits(pair) ? [pair] : [];
    }),
  );
  return pairs.length === 0 ? null : random.pick(pairs);
}

/** The changed side: the API (`served`), or the module (`made`). */
type Side = 'made' | 'served';

/** A change of one field of one call, on one side. */
export const ofField =
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
    return changeResult(`${side === 'served' ? 'the API' : pair.name}: ${words} ${field.key} of the ${part} of ${pair.id}`, pair.name);
  };

/** A change of one call as a whole, on the API's side. */
export const ofServed =
  (words: string, change: (pair: Pair, hand: Hand) => void, fits?: (pair: Pair) => boolean): Change =>
  (hand) => {
    const pair = somePair(hand, fits);
    if (!pair) return null;
    change(pair, hand);
    return changeResult(`the API: ${words} ${pair.id}`, pair.name);
  };

/** A change of one module's manifest. */
export const ofModule =
  (words: string, change: (release: Release, hand: Hand, name: string) => void): Change =>
  (hand) => {
    const name = anyModule(hand);
    change(releaseOf(hand.world, name), hand, name);
    return changeResult(`${name}: ${words}`, name);
  };

/** A change of the shell, which is published alone. */
export const ofShell =
  (words: string, change: (shell: Release, hand: Hand) => void): Change =>
  (hand) => {
    change(releaseOf(hand.world, 'shell'), hand);
    return changeResult(`shell: ${words}`, 'shell');
  };

export const hasType = ({ schema }: Field) => schema.type !== undefined && schema.type !== 'object' && schema.type !== 'array';
export const hasChoices = ({ schema }: Field) => (schema.enum?.length ?? 0) > 1;
export const hasLimit = ({ schema }: Field) => (schema.maxLength ?? schema.maximum ?? 0) > 1;
export const isNeeded = ({ isRequired }: Field) => isRequired;
export const isSpared = ({ isRequired, schema }: Field) => !isRequired && schema.default === undefined;
const limitOf = ({ schema }: Field) => (schema.maxLength === undefined ? 'maximum' : 'maxLength');
export const scaleLimit = (field: Field, by: number): void => {
  const limit = limitOf(field);
  field.schema[limit] = Math.floor((field.schema[limit] ?? 0) * by);
};
export const versionParts = (version: string) => version.split('.').map(Number) as [number, number, number];
export const majorAbove = (version: string) => `${versionParts(version)[0] + 1}.0.0`;
export const minorAbove = (version: string) => `${versionParts(version)[0]}.${versionParts(version)[1] + 1}.0`;
export const text = { type: 'string' };

export const anyLibrary = ({ random }: Hand, release: Release) => random.pick(Object.keys(release.shared));
export const installed = ({ world }: Hand, library: string) => releaseOf(world, 'shell').shared[library] ?? '0.0.0';

/** A path of another module. */
export function foreignPath({ world, random }: Hand, name: string, isOne: (path: string) => boolean): string {
  const others = remotesOf(world)
    .filter((one) => one !== name)
    .flatMap((one) => Object.keys(releaseOf(world, one).routes));
  return random.pick(others.filter((path) => path !== '*' && isOne(path)));
}
export const claim = (release: Release, path: string) => {
  release.routes = { ...release.routes, [path]: { access: 'public', chrome: 'public', title: 'Claimed' } };
};
export const ownPath = ({ random }: Hand, release: Release) => random.pick(Object.keys(release.routes).filter((path) => path !== '*'));
