import type { FastifyRequest } from 'fastify';
import { cookie, cookieLine } from './cookie';
import type { Snapshot } from './live';
import { REFUSED_SHELL } from './watch';

/** An hour, in which operators repair the active shell. */
const SECONDS = 3600;

/** The cookie that the watchdog sets if this version does not start. */
export const refusalOf = (request: FastifyRequest, version: string): string =>
  cookieLine(request, REFUSED_SHELL, version, { seconds: SECONDS, isForPage: true });

const sets = new WeakMap<Snapshot['registry'], Snapshot>();

/** The same set with the last good shell, if the active one did not start in this browser. */
export function startable(snapshot: Snapshot, request: FastifyRequest): Snapshot {
  const { registry, spare, manifests, set, signed } = snapshot;
  if (!spare || cookie(request, REFUSED_SHELL) !== registry.shell.version) return snapshot;
  const made = sets.get(registry) ?? {
    ...snapshot,
    manifests: new Map([...manifests, ['shell', spare]]),
    set: `${set} shell ${spare.version}`,
  };
  sets.set(registry, made);
  // The freshness timestamp changes every minute, so it is not part of the cached object.
  return { ...made, signed };
}
