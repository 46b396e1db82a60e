import { torontoDate } from '@portal/contracts/_kernel/clock';
import type { StandingNotice } from '@portal/contracts/_kernel/standing';
import { daysBetween, expiryText, moreEnd, NOTICE_DAYS, reminderTitle } from '@portal/contracts/documents/documents.expiry';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import type { FastifyInstance } from 'fastify';
import { fromNow, now, nowText } from '../../platform/clock';
import { transaction } from '../../platform/db';
import { tell } from '../notifications/telling.service';
import * as expiries from './expiry.repository';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 60_000;
const AT_ONCE = 50;

/** What of the guard's licence and documents ends soon or has ended: one notice, of the first of them. */
export async function standingNotices(guardId: string): Promise<StandingNotice[]> {
  const today = torontoDate(now());
  const ending = await expiries.expiriesOf(guardId, torontoDate(new Date(fromNow(NOTICE_DAYS * DAY_MS))));
  const [first, ...others] = ending;
  if (!first) return [];
  const daysLeft = daysBetween(today, first.expiryDate);
  return [
    {
      id: ending.map(({ documentId, expiryDate }) => `${documentId ?? 'licence'}:${expiryDate}`).join(),
      tone: daysLeft < 0 ? 'error' : 'warning',
      text: [expiryText(first.name, first.expiryDate, daysLeft), moreEnd(others.length)].join(' ').trim(),
      to: documentsPaths.list(),
      label: 'Open My Documents',
    },
  ];
}

/**
 * Reminds guards of what ends: 90, 60, 30, 14 and 7 days before, each once, whichever process finds it. Who could not be told in time is
 * told the last one that was passed.
 * @returns how many were told.
 */
export async function remind(): Promise<number> {
  const due = await expiries.dueReminders(torontoDate(now()), AT_ONCE);
  let told = 0;
  for (const one of due)
    await transaction(async () => {
      if (!(await expiries.markTold(one, nowText()))) return;
      const { guardId, name, expiryDate, daysLeft } = one;
      await tell(guardId, 'other', {
        title: reminderTitle(name, daysLeft),
        description: `${expiryText(name, expiryDate, daysLeft)} Please replace it in time.`,
        to: documentsPaths.list(),
      });
      told += 1;
    });
  return told;
}

/** Looks for those to remind until the API closes; of several processes any may find them, and one tells. */
export function startReminding(app: FastifyInstance): void {
  let isReminding = false;
  const timer = setInterval(() => {
    if (isReminding) return;
    isReminding = true;
    remind()
      .catch(() => app.log.warn('Those whose documents end could not be reminded'))
      .finally(() => {
        isReminding = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
