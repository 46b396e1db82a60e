import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import type { PersistentNotice } from '@portal/contracts/_kernel/persistentNotices';
import { daysBetween, expiryText, NOTICE_DAYS, othersExpireText, reminderTitle } from '@portal/contracts/documents/documents.expiry';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { now, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { notifyGuard } from '../notifications/notify.service';
import * as expiries from './expiry.repository';

const AT_ONCE = 50;

/** The notice about the guard's licence and documents that end soon or have ended: one, about the first of them. */
export async function expiryNotices(guardId: string): Promise<PersistentNotice[]> {
  const today = torontoDate(now());
  const ending = await expiries.expiriesOf(guardId, addDays(today, NOTICE_DAYS));
  const [first, ...others] = ending;
  if (!first) return [];
  const daysLeft = daysBetween(today, first.expiryDate);
  return [
    {
      id: ending.map(({ documentId, expiryDate }) => `${documentId ?? 'licence'}:${expiryDate}`).join(),
      tone: daysLeft < 0 ? 'error' : 'warning',
      text: [expiryText(first.name, first.expiryDate, daysLeft), othersExpireText(others.length)].join(' ').trim(),
      to: documentsPaths.list(),
      label: 'Open My Documents',
    },
  ];
}

/** @returns whether this call sent the reminder; false if another process was first. */
const remindOne = (due: expiries.DueReminder): Promise<boolean> =>
  transaction(async () => {
    if (!(await expiries.markTold(due, nowText()))) return false;
    const { guardId, name, expiryDate, daysLeft, daysBefore } = due;
    await notifyGuard(guardId, 'other', {
      title: reminderTitle(name, daysLeft),
      description: `${expiryText(name, expiryDate, daysLeft)} Please replace it in time.`,
      to: documentsPaths.list(),
      isUrgent: daysBefore <= NOTICE_DAYS,
    });
    return true;
  });

/**
 * Reminds guards of documents that end: 90, 60, 30, 14 and 7 days before, each once, by the process that runs first. Of several overdue
 * reminders only the last is sent. From 14 days on also by e-mail. A failed reminder is retried in the next run and does not stop the others.
 * @returns the number of reminders sent. @throws after the others if some failed, with their number.
 */
export async function sendExpiryReminders(stopping?: AbortSignal): Promise<number> {
  const today = torontoDate(now());
  let told = 0;
  const failures: unknown[] = [];
  let passed = 0;
  while (!stopping?.aborted) {
    const due = await expiries.dueReminders(today, AT_ONCE, passed);
    if (due.length === 0) break;
    for (const one of due) {
      const isTold = await remindOne(one).catch((failure: unknown) => void failures.push(failure));
      if (isTold) told += 1;
      else passed += 1;
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} reminders could not be sent, ${told} were`, { cause: failures[0] });
  return told;
}
