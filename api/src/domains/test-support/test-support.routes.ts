import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { expireConfirmations, makePast, moveClock, readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { now, nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { bindOpen } from '../../platform/http/routes';
import { backdateShifts, expire, mailsTo } from './backdate.service';
import { make, remove } from './test-guards.service';

/** The test clock, the mailbox, test guards and their past shifts: never in production. */
export const rehearsalRoutes = [
  bindOpen(moveClock, async (to) => {
    const target = to.now ? new Date(to.now) : to.advanceMinutes ? new Date(now().getTime() + to.advanceMinutes * 60_000) : null;
    currentServices().clock.moveTo(target);
    return { now: nowText() };
  }),
  bindOpen(readMailbox, ({ to }) => mailsTo(to)),
  bindOpen(makePast, backdateShifts),
  bindOpen(expireConfirmations, ({ guard }) => expire(guard)),
  bindOpen(makeGuard, make),
  bindOpen(removeGuard, ({ guard }) => remove(guard)),
];
