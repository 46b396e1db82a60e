import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import type { Cover } from '@portal/contracts/covers/covers.endpoints';
import { coverMessages, heldAgain, isLiveCover, ownCoverStates } from '@portal/contracts/covers/covers.rules';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { Button } from '@portal/ui/Button';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { Status } from '@portal/ui/Status';
import { StatusChip } from '@portal/ui/StatusChip';
import { useState } from 'react';
import { ShiftTime } from '../../jobs/ShiftTimePart';
import { RecordPart } from '../../shifts/RecordPart';
import styles from '../Covers.module.css';
import { coverTones, useUnsentWithdrawal, useWithdrawCover } from '../covers.queries';

/** The times of an offer, as in the shift record. */
function timesOf({ state, offeredAt, proposedAt, decidedAt, endsAt, timeZone }: Cover) {
  const at = (instant: string) => `${localDay(instant, timeZone)}, ${localTime(instant, timeZone)}`;
  return [
    { label: 'Offered', value: at(offeredAt) },
    ...(proposedAt ? [{ label: 'Accepted by a guard', value: at(proposedAt) }] : []),
    ...(decidedAt ? [{ label: ownCoverStates[state].label, value: at(decidedAt) }] : []),
    ...(state === 'open' ? [{ label: 'Guards can accept until', value: at(endsAt) }] : []),
  ];
}

/** A shift that the guard offered, with the state of the offer. */
export function OwnCover({ cover }: { cover: Cover }) {
  const { jobTitle, startTime, endTime, timeZone, state, shiftId, isHeldAgain } = cover;
  const { withdraw, busy } = useWithdrawCover(cover);
  const isWithdrawing = useUnsentWithdrawal(shiftId);
  const [showsRecord, setShowsRecord] = useState(false);
  const named = `${jobTitle}, ${localDay(startTime, timeZone)}`;
  const { label, words } = isHeldAgain ? heldAgain : ownCoverStates[state];
  return (
    <Card as="li" className={styles.row}>
      <div className={styles.head}>
        <h3 className={styles.title}>{jobTitle}</h3>
        <StatusChip tone={coverTones[state]}>{label}</StatusChip>
      </div>
      <ShiftTime start={startTime} end={endTime} zone={timeZone} />
      <Status>{isWithdrawing ? coverMessages.withdrawKept : words}</Status>
      <KeyValue items={timesOf(cover)} className={styles.facts} />
      {isLiveCover(state) && !isWithdrawing && (
        <div className={styles.acts}>
          <Button variant="secondary" busy={busy} aria-label={`${coverMessages.withdraw}: ${named}`} onClick={withdraw}>
            {coverMessages.withdraw}
          </Button>
        </div>
      )}
      {state === 'approved' && (
        <div className={styles.acts}>
          <Button variant="secondary" aria-label={`${onJobLabels.record}: ${named}`} onClick={() => setShowsRecord(true)}>
            {onJobLabels.record}
          </Button>
        </div>
      )}
      {showsRecord && <RecordPart shiftId={shiftId} onClose={() => setShowsRecord(false)} />}
    </Card>
  );
}
