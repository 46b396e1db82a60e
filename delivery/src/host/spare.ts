import type { FastifyRequest } from 'fastify';
import { plainCookie } from './cookie';
import type { Snapshot } from './live';
import { REFUSED_SHELL } from './watch';

const sets = new WeakMap<Snapshot['registry'], Snapshot>();

/** The same set with the last good shell, where the active one did not start in this browser. */
export function startable(snapshot: Snapshot, request: FastifyRequest): Snapshot {
  const { registry, spare, manifests, set, signed } = snapshot;
  // The watchdog sets it without `__Host-`, which would take it over its kilobyte. It only chooses between two shells that ops published.
  if (!spare || plainCookie(request, REFUSED_SHELL) !== registry.shell.version) return snapshot;
  const made = sets.get(registry) ?? {
    ...snapshot,
    manifests: new Map([...manifests, ['shell', spare]]),
    set: `${set} shell ${spare.version}`,
  };
  sets.set(registry, made);
  // The host's word on freshness is signed anew all the time.
  return { ...made, signed };
}
