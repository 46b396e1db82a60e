import type { ShutdownTimes } from '@portal/contracts/_kernel/drain';
import type { Values } from './read';

/** Longer than two probes of /readyz by a balancer. */
const NOTICE_SECONDS = 3;

/** The times in which the API or the portal host stops, in ms. The notice is in production only, unless it is set. */
export const shutdownTimes = ({
  PORTAL_MODE,
  DRAIN_NOTICE_SECONDS = PORTAL_MODE === 'production' ? NOTICE_SECONDS : 0,
  DRAIN_SECONDS,
}: Pick<Values<'API' | 'host'>, 'PORTAL_MODE' | 'DRAIN_NOTICE_SECONDS' | 'DRAIN_SECONDS'>): ShutdownTimes => ({
  noticeMs: DRAIN_NOTICE_SECONDS * 1_000,
  withinMs: DRAIN_SECONDS * 1_000,
});
