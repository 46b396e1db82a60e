import { localTime, money } from '@portal/contracts/_kernel/formats';
import { paidFromOf, shiftFigures } from '@portal/contracts/shifts/shifts.figures';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { useNow } from './useNow';

const SECOND = 1_000;
const isConfirmed = (shift: WorkedShift) => paidFromOf(shift) < Date.parse(shift.startTime);
function from(shift: WorkedShift) {
  const started = shift.started ? Date.parse(shift.started.at) : 0;
  return localTime(new Date(Math.max(started, paidFromOf(shift))).toISOString(), shift.timeZone);
}

/** The instant at which pay begins, shown until the scheduled start. */
export function PayBegins({ shift }: { shift: WorkedShift }) {
  const now = useNow(SECOND);
  if (now === null || now >= Date.parse(shift.startTime)) return null;
  if (isConfirmed(shift)) {
    const condition = shift.started ? '' : 'if you start early, ';
    return <p>{`Dispatch confirmed an earlier start: ${condition}you are paid from ${from(shift)} on.`}</p>;
  }
  return <p>{`Pay begins at the scheduled start, ${from(shift)}, unless dispatch confirms an earlier one.`}</p>;
}

/** The amount that the guard gets if the shift ends now. */
export function PayNow({ shift }: { shift: WorkedShift }) {
  const now = useNow(SECOND);
  if (now === null) return null;
  const earned = shiftFigures(shift, now)?.totalEarning ?? '0.00';
  const words = `Ending now pays ${money(earned)}.`;
  return <p>{Number(earned) === 0 ? `${words} Pay begins at ${from(shift)}` : words}</p>;
}
