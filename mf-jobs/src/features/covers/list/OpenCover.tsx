import { localDay, localTime, money, quantity } from '@portal/contracts/_kernel/formats';
import type { Cover } from '@portal/contracts/covers/covers.endpoints';
import { coverMessages, takenCoverStates } from '@portal/contracts/covers/covers.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { useNow } from '@portal/mf-kit/useNow';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { Status } from '@portal/ui/Status';
import { StatusChip } from '@portal/ui/StatusChip';
import { ShiftTime } from '../../jobs/ShiftTimePart';
import styles from '../Covers.module.css';
import { coverTones, useAcceptanceLine, useAcceptCover, useDeclineCover } from '../covers.queries';

const factsOf = ({ locationName, distance, pay, hourlyRate, endsAt, timeZone, state }: Cover) => [
  { label: 'Site', value: locationName },
  { label: 'Distance from base', value: distance === null ? 'Not known' : `${quantity(distance, 1)} km` },
  { label: 'Pay', value: `${money(pay)}, ${money(hourlyRate)} per hour` },
  ...(state === 'open' ? [{ label: 'Accept until', value: `${localDay(endsAt, timeZone)}, ${localTime(endsAt, timeZone)}` }] : []),
];

/** A shift that the guard may take over, or has accepted. */
export function OpenCover({ cover }: { cover: Cover }) {
  const { jobTitle, startTime, endTime, timeZone, endsAt, note, state, jobId, isAutomatic } = cover;
  const now = useNow(60_000);
  const { accept, busy: isAccepting } = useAcceptCover(cover);
  const { decline, busy: isDeclining } = useDeclineCover(cover);
  const { isUnsent, isRefused, words } = useAcceptanceLine(cover.offerId);
  const taken = takenCoverStates[state];
  const isOver = state === 'open' && now !== null && now >= Date.parse(endsAt);
  const named = `${jobTitle}, ${localDay(startTime, timeZone)}`;
  return (
    <Card as="li" marked={state === 'proposed'} className={styles.row}>
      <div className={styles.head}>
        <h2 className={styles.title}>{jobTitle}</h2>
        {taken && <StatusChip tone={coverTones[state]}>{taken.label}</StatusChip>}
      </div>
      <ShiftTime start={startTime} end={endTime} zone={timeZone} />
      <KeyValue items={factsOf(cover)} className={styles.facts} />
      {note && <p className={styles.note}>{note}</p>}
      {isAutomatic && state === 'open' && <p className={styles.hint}>{coverMessages.automatic}</p>}
      <Status tone={isRefused ? 'danger' : 'quiet'}>{isOver ? coverMessages.over : (words ?? taken?.words)}</Status>
      <div className={styles.acts}>
        {state === 'open' && !isOver && !isUnsent && (
          <>
            <Button busy={isAccepting} aria-label={`${coverMessages.accept}: ${named}`} onClick={accept}>
              {coverMessages.accept}
            </Button>
            <Button variant="quiet" busy={isDeclining} aria-label={`${coverMessages.decline}: ${named}`} onClick={decline}>
              {coverMessages.decline}
            </Button>
          </>
        )}
        {state === 'proposed' && (
          <Button variant="quiet" busy={isDeclining} aria-label={`${coverMessages.takeBack}: ${named}`} onClick={decline}>
            {coverMessages.takeBack}
          </Button>
        )}
        {state === 'approved' && (
          <ButtonLink variant="secondary" href={jobsPaths.jobDetail({ jobId })} aria-label={`Job Detail: ${named}`}>
            Job Detail
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
