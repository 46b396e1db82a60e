import { answersAsk, askAfter, awaitsAnswer, type Welfare } from '@portal/contracts/_kernel/welfare';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { welfareMessages } from '@portal/contracts/welfare/welfare.rules';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Portal, WriteState } from '@portal/mf-kit/portal';
import { geolocationIfAllowed } from '@portal/mf-kit/useGeolocation';
import { isUnsent, useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { positionInput, shiftWriteOptions } from '@portal/mf-kit/useShiftAct';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useRef } from 'react';

/** The check of a running shift with the answers of this device that the server may not have. */
export interface ShownCheck extends Pick<Welfare, 'askedAt' | 'answerBy' | 'dueAt'> {
  state: NonNullable<Welfare['state']>;
  /** The last answer waits on the device. */
  isKept: boolean;
}

/** Returns the check as the guard should see it, after a press at `pressedAt`; null before the start, after the end, and at a site without checks. */
export function useShownCheck({ shiftId, state, started, breaks, welfare }: WorkedShift, pressedAt: string | null): ShownCheck | null {
  const answers = useOutboxEntries(shiftId).filter((entry) => entry.endpointId === answerWelfareCheck.id && entry.state !== 'failed');
  if (!welfare || !started || state === 'ended') return null;
  const last = answers.at(-1);
  const queuedAt = last?.actedAt ?? (last?.input as { at?: string } | undefined)?.at ?? null;
  const lastAt = queuedAt !== null && queuedAt > (pressedAt ?? '') ? queuedAt : pressedAt;
  const isKept = last !== undefined && isUnsent(last);
  const { askedAt, answerBy, answeredAt } = welfare;
  if (state === 'on-break') return { state: 'paused', askedAt, answerBy: null, dueAt: null, isKept };
  const isNewer = lastAt !== null && lastAt > (answeredAt ?? '') && (!awaitsAnswer(welfare) || answersAsk(lastAt, askedAt, welfare));
  if (isNewer) return { state: 'waiting', askedAt, answerBy: null, dueAt: askAfter(lastAt, welfare), isKept };
  // The server does not know a start or an end of a break that waits on the device.
  if (welfare.state === null || welfare.state === 'paused' || welfare.state === 'over')
    return { state: 'waiting', askedAt, answerBy: null, dueAt: askAfter(breaks.at(-1)?.endedAt ?? started.at, welfare), isKept };
  return { state: welfare.state, askedAt, answerBy, dueAt: welfare.dueAt, isKept };
}

type Sign = Partial<Record<'lat' | 'long' | 'accuracy' | 'battery', number>>;
type BatteryNavigator = Navigator & { getBattery?(): Promise<{ level: number }> };

/** Reads the position if the guard allowed it before, and the battery level where the browser reports it. An answer never waits for either. */
function useSign(portal: Portal, isAsked: boolean): () => Sign {
  const sign = useRef<Sign>({});
  useEffect(() => {
    sign.current = {};
    if (!isAsked) return;
    const add = (more: Sign) => {
      sign.current = { ...sign.current, ...more };
    };
    void geolocationIfAllowed(portal).then((position) => add(positionInput(position)));
    const battery = (navigator as BatteryNavigator).getBattery?.();
    void battery?.then(({ level }) => add({ battery: Math.round(level * 100) })).catch(() => undefined);
  }, [portal, isAsked]);
  return () => sign.current;
}

/** Answers the check, with the time of the press. Without a connection the answer is queued, in sequence with the acts of the shift. */
export function useAnswer({ jobId, shiftId }: Pick<WorkedShift, 'jobId' | 'shiftId'>, isAsked: boolean, onAnswered: (at: string) => void) {
  const portal = usePortal();
  const sign = useSign(portal, isAsked);
  const { sendOrQueue, busy, failure } = useWrite(answerWelfareCheck);
  const answer = async () => {
    const pressed = portal.now();
    const at = pressed.toISOString();
    // If the clock was ahead at the press, the next question would stay hidden.
    const onState = (state: WriteState, now: string) => (state === 'sent' && now < at ? onAnswered(now) : undefined);
    const options = { ...shiftWriteOptions({ shiftId }, pressed, welfareMessages.title), onState };
    const result = await sendOrQueue({ jobId, shiftId, at, ...sign() }, options);
    if (!result.ok) return;
    onAnswered(result.kept ? at : result.data.at);
    portal.announce(result.kept ? welfareMessages.kept : result.message);
  };
  return { answer, busy, notSaved: failure && failureText(failure, welfareMessages.notSaved) };
}
