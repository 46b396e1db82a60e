import { mkdirSync } from 'node:fs';
import { random as randomOf } from '../../../api/seed/random';
import { activate } from '../../../delivery/src/commands/activate';
import { UserError } from '../../../delivery/src/errors';
import { loadKey } from '../../../delivery/src/registry/signatures';
import { folderStore } from '../../../delivery/src/store/folder-store';
import { attestFiles } from '../../../delivery/test/attest';
import { breaking } from './breaking';
import { harmless } from './harmless';
import { filesOf } from './release';
import type { World } from './world';

/** Outcome of one change. */
export interface Tried {
  /** Class of a breaking change; null for a harmless one. */
  kind: string | null;
  did: string;
  /** The gate's message; null if it accepted the change. */
  refusal: string | null;
}

/** Endings of messages that name the action to take. */
const SAYS_WHAT_TO_DO = /: (activate it|build it|give it one|load what|export what|one of them gives it up|take it out)/;
export const isHelpful = (refusal: string): boolean => SAYS_WHAT_TO_DO.test(refusal);

const order = { by: 'compat-gate', why: 'a change by chance' };

/** Publishes and activates the current world. Returns a function that tries to activate a changed world and then restores the current one. */
async function openGate(folder: string, today: World) {
  mkdirSync(folder, { recursive: true });
  const context = { store: folderStore(folder), ops: loadKey(folder, 'ops'), now: () => new Date('2026-05-01T12:00:00Z') };
  const names = Object.keys(today.releases);
  const putLive = async (world: World, requests: { name: string; version: string }[]) => {
    for (const { name, version } of requests) {
      const release = world.releases[name];
      if (!release || (await context.store.versions(name)).includes(version)) continue;
      const files = filesOf(name, version, release);
      attestFiles(files, context.ops);
      await context.store.add(name, version, files, new Map());
    }
    await activate({ ...context, served: world.served }, requests, order);
  };
  const first = names.map((name) => ({ name, version: '1.0.0' }));
  await putLive(today, first);
  return async (world: World, publishes: string[], number: number): Promise<string | null> => {
    try {
      await putLive(
        world,
        publishes.map((name) => ({ name, version: `1.0.${number}` })),
      );
    } catch (error) {
      if (error instanceof UserError) return error.message;
      throw error;
    }
    await putLive(today, first);
    return null;
  };
}

/** Activates `count` breaking changes, each class in turn, and `count` harmless ones, and returns the outcomes. */
export async function tryChanges(today: World, seed: number, count: number, folder: string): Promise<Tried[]> {
  const random = randomOf(seed);
  const fares = await openGate(folder, today);
  const tried: Tried[] = [];
  const classes = Object.entries(breaking);
  const attempt = async (kind: string | null, changes: (typeof breaking)[string]) => {
    const number = tried.length + 1;
    for (;;) {
      const world = structuredClone(today);
      const made = random.pick(changes)({ world, random, number });
      if (!made) continue;
      tried.push({ kind, did: made.did, refusal: await fares(world, made.publishes, number) });
      return;
    }
  };
  for (let each = 0; each < count; each++) {
    const [kind, changes] = classes[each % classes.length] ?? [];
    if (kind && changes) await attempt(kind, changes);
    await attempt(null, harmless);
  }
  return tried;
}
