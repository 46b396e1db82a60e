import { randomInt } from 'node:crypto';
import { canariesFor, DRAW_COOKIE, DRAWS, readDraw, withCanaries } from '@portal/mf-kit/canary';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookie, plainCookie, setCookie } from './cookie';
import type { Snapshot } from './live';

const YEAR_S = 31_536_000;
const sets = new WeakMap<Snapshot['registry'], Map<string, Snapshot>>();

/** The set that this device runs. Where there is a canary it draws once, and keeps its draw. */
export function drawnFor(snapshot: Snapshot, request: FastifyRequest, reply: FastifyReply): Snapshot {
  if (snapshot.canaries.size === 0) return snapshot;
  const kept = readDraw(cookie(request, DRAW_COOKIE));
  // The release before set it without `__Host-`: the same draw keeps the same canaries.
  const former = readDraw(plainCookie(request, DRAW_COOKIE));
  const draw = kept ?? former ?? randomInt(DRAWS);
  if (kept === null) setCookie(request, reply, DRAW_COOKIE, String(draw), { seconds: YEAR_S, isForPage: true });
  return setOf(snapshot, canariesFor(snapshot.registry, draw));
}

/** The snapshot with these canaries in it: the same one each time, for what is remembered by it. */
function setOf(snapshot: Snapshot, names: string[]): Snapshot {
  if (names.length === 0) return snapshot;
  const made = sets.get(snapshot.registry) ?? new Map<string, Snapshot>();
  sets.set(snapshot.registry, made);
  const set = names.join(' ');
  const known = made.get(set);
  const manifests = new Map([...snapshot.manifests, ...[...snapshot.canaries].filter(([name]) => names.includes(name))]);
  const drawn = known ?? { ...snapshot, registry: withCanaries(snapshot.registry, names), manifests, set };
  made.set(set, drawn);
  // The host's word on freshness is signed anew all the time.
  return { ...drawn, signed: snapshot.signed };
}
