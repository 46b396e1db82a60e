import { exactTime, withinText } from '@portal/contracts/_kernel/exactness';
import { durationText } from '@portal/contracts/_kernel/formats';
import { awaitsAnswer } from '@portal/contracts/_kernel/welfare';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { welfareMessages } from '@portal/contracts/welfare/welfare.rules';
import { mainAct } from '@portal/mf-kit/ShiftStep';
import { useNow } from '@portal/mf-kit/useNow';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { StepCard } from '@portal/ui/StepCard';
import { useState } from 'react';
import styles from './WelfarePart.module.css';
import { type ShownCheck, useAnswer, useShownCheck } from './welfare.queries';

const SECOND = 1000;

function timeLeft(answerBy: string | null, now: number): string | null {
  const seconds = answerBy === null ? 0 : Math.ceil((Date.parse(answerBy) - now) / SECOND);
  return seconds > 0 ? durationText(seconds) : null;
}

/** The time of the last answer, if it is less exact than a minute. */
function lastAnswerText({ welfare, timeZone }: WorkedShift): string | null {
  if (!welfare?.answeredAt || withinText(welfare.answeredWithinMs) === null) return null;
  return `Your last answer: ${exactTime(welfare.answeredAt, timeZone, welfare.answeredWithinMs)}`;
}

function askedText({ state, answerBy }: ShownCheck, zone: WorkedShift['timeZone']): string {
  if (state === 'escalated') return welfareMessages.alerted;
  return answerBy === null ? welfareMessages.offline : welfareMessages.answerBy(answerBy, zone);
}

interface RunningProps {
  shift: WorkedShift;
  check: ShownCheck;
  onAnswered(at: string): void;
}

function RunningCheck({ shift, check, onAnswered }: RunningProps) {
  const now = useNow(SECOND) ?? 0;
  // Without a connection no ask arrives, so the page shows the question at the known time.
  const isAsked = awaitsAnswer(check) || (check.dueAt !== null && now >= Date.parse(check.dueAt));
  const { answer, busy, notSaved } = useAnswer(shift, isAsked, onAnswered);
  const left = timeLeft(check.answerBy, now);
  if (isAsked)
    return (
      <StepCard
        title={check.state === 'called-again' ? welfareMessages.again : welfareMessages.askTitle}
        level={2}
        label={welfareMessages.title}
        figure={left && <span className={styles.left}>{`${left} left`}</span>}
      >
        <p>{askedText(check, shift.timeZone)}</p>
        <Button wide className={mainAct} busy={busy} busyText="Sending" onClick={answer}>
          {welfareMessages.answer}
        </Button>
        <Status tone="danger">{notSaved}</Status>
      </StepCard>
    );
  return (
    <p className={styles.next} data-focus-home="" tabIndex={-1}>
      {check.dueAt === null ? welfareMessages.paused : welfareMessages.next(check.dueAt, shift.timeZone)}
      {check.isKept ? (
        <span className={styles.kept}>{welfareMessages.kept}</span>
      ) : (
        <span className={styles.last}>{lastAnswerText(shift)}</span>
      )}
    </p>
  );
}

/** The welfare check of a shift: before the start its rule, then the next ask, and after an ask the button. */
export function WelfarePart({ shift }: { shift: WorkedShift }) {
  // The server has the answer before the shift is read again.
  const [pressedAt, setPressedAt] = useState<string | null>(null);
  const check = useShownCheck(shift, pressedAt);
  if (check) return <RunningCheck shift={shift} check={check} onAnswered={setPressedAt} />;
  if (!shift.welfare || shift.started || (shift.state !== 'awarded' && shift.state !== 'arrived')) return null;
  return (
    <p className={styles.next}>
      {welfareMessages.about(shift.welfare.everyMinutes)} {shift.welfare.takesSms ? welfareMessages.howBySms : welfareMessages.how}
    </p>
  );
}
