import type { FastifyRequest } from 'fastify';
import { cookie, cookieLine } from './cookie';
import type { Snapshot } from './live-registry';
import { FAILED_SHELL_COOKIE } from './shell-watchdog';

/** An hour, in which operators repair the active shell. */
const SECONDS = 3600;

/** The cookie that the watchdog sets if this version does not start. */
export const refusalCookie = (request: FastifyRequest, version: string): string =>
  cookieLine(request, FAILED_SHELL_COOKIE, version, { seconds: SECONDS, isForPage: true });

const sets = new WeakMap<Snapshot['registry'], Snapshot>();

/** The same set with the last good shell, if the active one did not start in this browser. */
export function withFallbackShell(snapshot: Snapshot, request: FastifyRequest): Snapshot {
  const { registry, fallbackShell, manifests, set, signed } = snapshot;
  if (!fallbackShell || cookie(request, FAILED_SHELL_COOKIE) !== registry.shell.version) return snapshot;
  const made = sets.get(registry) ?? {
    ...snapshot,
    manifests: new Map([...manifests, ['shell', fallbackShell]]),
    set: `${set} shell ${fallbackShell.version}`,
  };
  sets.set(registry, made);
  // The freshness timestamp changes every minute, so it is not part of the cached object.
  return { ...made, signed };
}
