import type { FastifyInstance } from 'fastify';
import { fromNow, nowText } from '../../platform/clock';
import { transaction } from '../../platform/db';
import { every } from '../../platform/queue';
import { callTeam, patienceMinutes } from './sos.calls';
import * as alerts from './sos.repository';

const LOOK_EVERY_SECONDS = 15;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AT_ONCE = 20;

/**
 * Calls others for each SOS that is on and that nobody has acknowledged for so many minutes, and again each time that many minutes later,
 * for a day; then it stays on staff's list alone.
 * @returns for how many.
 */
export const escalate = (): Promise<number> =>
  transaction(async () => {
    const before = fromNow(-patienceMinutes() * MINUTE_MS);
    const unanswered = await alerts.takeUnanswered(nowText(), before, fromNow(-DAY_MS), AT_ONCE);
    for (const { sosId, guardId, jobTitle } of unanswered) {
      const sos = await alerts.own(guardId, sosId);
      if (sos) await callTeam('SOS, nobody has answered', { guardId, jobTitle }, sos, 'next');
    }
    return unanswered.length;
  });

/** Looks for those without an answer until the API closes. */
export const startEscalating = (app: FastifyInstance): void =>
  every(app, 'escalations', LOOK_EVERY_SECONDS, escalate, 'An SOS that nobody has answered could not be passed on');
