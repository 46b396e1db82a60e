import type { FastifyRequest } from 'fastify';
import { cookie, cookieLine } from './cookie';
import type { Snapshot } from './live';
import { REFUSED_SHELL } from './watch';

/** An hour in which ops repair the active shell. */
const SECONDS = 3600;

/** The watchdog writes this cookie when this version does not start. */
export const refusalOf = (request: FastifyRequest, version: string): string =>
  cookieLine(request, REFUSED_SHELL, version, { seconds: SECONDS, isForPage: true });

const sets = new WeakMap<Snapshot['registry'], Snapshot>();

/** The same set with the last good shell, where the active one did not start in this browser. */
export function startable(snapshot: Snapshot, request: FastifyRequest): Snapshot {
  const { registry, spare, manifests, set, signed } = snapshot;
  if (!spare || cookie(request, REFUSED_SHELL) !== registry.shell.version) return snapshot;
  const made = sets.get(registry) ?? {
    ...snapshot,
    manifests: new Map([...manifests, ['shell', spare]]),
    set: `${set} shell ${spare.version}`,
  };
  sets.set(registry, made);
  // The host's word on freshness is signed anew all the time.
  return { ...made, signed };
}
