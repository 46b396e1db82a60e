import { type AssignedShift, type AssignmentState, type ShiftInReply, shownStateAt } from '@portal/contracts/_kernel/shift';
import { leaveStatuses } from '@portal/contracts/leave/leave.rules';
import { useNow } from '@portal/mf-kit/useNow';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';

const MINUTE = 60_000;

const chips: Record<AssignmentState, [tone: Tone, words: string]> = {
  awarded: ['info', 'Upcoming'],
  'leave-requested': ['warning', leaveStatuses[0]],
  'on-leave': ['success', leaveStatuses[1]],
  arrived: ['info', 'Arrived'],
  running: ['accent', 'Running'],
  'on-break': ['warning', 'On a break'],
  ended: ['success', 'Ended'],
  missed: ['danger', 'Missed'],
};
const notStarted: [Tone, string] = ['warning', 'Not started'];
const cancelled: [Tone, string] = ['danger', 'Cancelled'];

export function ShiftStatePart({ shift }: { shift: AssignedShift | ShiftInReply }) {
  const now = useNow(MINUTE);
  if (now === null) return null;
  const { state, phase } = shownStateAt(shift, now);
  const isUnbegun = state === 'awarded' || state === 'arrived';
  const [tone, words] = isUnbegun && phase === 'over' ? cancelled : state === 'awarded' && phase === 'ongoing' ? notStarted : chips[state];
  return <StatusChip tone={tone}>{words}</StatusChip>;
}
