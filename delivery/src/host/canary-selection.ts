import { randomInt } from 'node:crypto';
import { canariesFor, DRAW_COOKIE, DRAW_COUNT, readDraw, withCanaries } from '@portal/mf-kit/canary';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookie, setCookie } from './cookie';
import type { Snapshot } from './live-registry';
import { isSpeculative } from './speculation';

const YEAR_S = 31_536_000;
const sets = new WeakMap<Snapshot['registry'], Map<string, Snapshot>>();

/**
 * The set of this device. If there is a canary, the device draws once and keeps its number in a cookie. A page that is not opened yet
 * does not draw.
 */
export function selectCanaries(snapshot: Snapshot, request: FastifyRequest, reply: FastifyReply): Snapshot {
  if (snapshot.canaries.size === 0) return snapshot;
  const kept = readDraw(cookie(request, DRAW_COOKIE));
  if (kept === null && isSpeculative(request)) return snapshot;
  const draw = kept ?? randomInt(DRAW_COUNT);
  if (kept === null) setCookie(request, reply, DRAW_COOKIE, String(draw), { seconds: YEAR_S, isForPage: true });
  return setOf(snapshot, canariesFor(snapshot.registry, draw));
}

/** The snapshot with these canaries: the same object each time, because caches use it as a key. */
function setOf(snapshot: Snapshot, names: string[]): Snapshot {
  if (names.length === 0) return snapshot;
  const made = sets.get(snapshot.registry) ?? new Map<string, Snapshot>();
  sets.set(snapshot.registry, made);
  const set = names.join(' ');
  const known = made.get(set);
  const manifests = new Map([...snapshot.manifests, ...[...snapshot.canaries].filter(([name]) => names.includes(name))]);
  const drawn = known ?? { ...snapshot, registry: withCanaries(snapshot.registry, names), manifests, set };
  made.set(set, drawn);
  // The freshness timestamp changes every minute, so it is not part of the cached object.
  return { ...drawn, signed: snapshot.signed };
}
