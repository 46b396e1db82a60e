import { createHash } from 'node:crypto';

/** The same UUID for the same name, so that a second seeding gives the same links. */
export function seedId(kind: string, number: number | string): string {
  const hex = createHash('sha1').update(`${kind}:${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface Random {
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  /** `count` different ones. */
  some<T>(from: readonly T[], count: number): T[];
  chance(probability: number): boolean;
}

/** A small generator (mulberry32): a seed must give the same numbers on every machine. */
export function random(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => from[between(0, from.length - 1)] as T;
  return {
    between,
    pick,
    some: (from, count) => {
      const left = [...from];
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(between(0, left.length - 1), 1)[0] as (typeof left)[number],
      );
    },
    chance: (probability) => next() < probability,
  };
}
