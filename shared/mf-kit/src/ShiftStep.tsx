import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { orderMessages } from '@portal/contracts/orders/orders.rules';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Status } from '@portal/ui/Status';
import { PayBegins } from './PayBegins';
import styles from './ShiftStep.module.css';
import { type ArrivalAct, useEndBreak, useStart } from './useShiftAct';

export const mainAct = styles.main ?? '';

/** Records the arrival with one press. `arrival` comes from `useArrival` of the screen, which shows its note. */
export function ArriveStep({ arrival: { withPosition, without, isReading, busy, notSaved } }: { arrival: ArrivalAct }) {
  return (
    <>
      <p>We read your location once to record where you arrived. This is optional.</p>
      <Button
        wide
        className={mainAct}
        busy={isReading || busy}
        busyText={busy ? 'Sending' : 'Finding your position'}
        onClick={withPosition}
      >
        {onJobLabels.arrived}
      </Button>
      <Button variant="quiet" wide disabled={busy} onClick={without}>
        Arrive without position
      </Button>
      <Status tone="danger">{notSaved}</Status>
    </>
  );
}

/** A handover note reached the server after the guard last read one on this shift. */
const hasNewHandover = ({ handover }: WorkedShift): boolean =>
  Boolean(handover?.newest && !handover.read.some(({ receivedAt }) => receivedAt >= (handover.newest ?? '')));

/**
 * Starts the shift. If the newest post orders of the site are new to the guard, a quiet button starts without them, because they may be out of
 * reach. `isUnread` is given on On Job, which shows orders and handover notes; elsewhere a link leads there.
 */
export function StartStep({ shift, isUnread }: { shift: WorkedShift; isUnread?: boolean }) {
  const { act, busy, notSaved } = useStart();
  if (isUnread ?? shift.orders?.isRead === false)
    return (
      <>
        <PayBegins shift={shift} />
        <p>{orderMessages.unread}</p>
        {isUnread === undefined && (
          <ButtonLink wide className={mainAct} href={jobsPaths.onJob()}>
            {orderMessages.open}
          </ButtonLink>
        )}
        <Button variant="quiet" wide busy={busy} busyText="Sending" onClick={() => act(shift)}>
          {onJobLabels.startUnread}
        </Button>
        <Status tone="danger">{notSaved}</Status>
      </>
    );
  return (
    <>
      <PayBegins shift={shift} />
      {isUnread === undefined && hasNewHandover(shift) && (
        <ButtonLink wide variant="secondary" href={jobsPaths.onJob()}>
          {onJobLabels.handover}
        </ButtonLink>
      )}
      <Button wide className={mainAct} busy={busy} busyText="Sending" onClick={() => act(shift)}>
        {onJobLabels.start}
      </Button>
      <Status tone="danger">{notSaved}</Status>
    </>
  );
}

export function EndBreakStep({ shift }: { shift: WorkedShift }) {
  const { act, busy, notSaved } = useEndBreak();
  return (
    <>
      <Button wide className={mainAct} busy={busy} busyText="Sending" onClick={() => act(shift)}>
        {onJobLabels.endBreak}
      </Button>
      <Status tone="danger">{notSaved}</Status>
    </>
  );
}
