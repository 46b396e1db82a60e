import type { Zone } from '@portal/contracts/_kernel/formats';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { RememberedJob } from '@portal/mf-kit/portal';
import { geolocationIfAllowed, noPositionText } from '@portal/mf-kit/useGeolocation';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { useEffect, useRef, useState } from 'react';
import { recentPosition } from '../position';
import { SOS_ON, useSos } from '../shifts.queries';
import styles from './SosPanel.module.css';
import { sosView } from './sosView';
import { HOLD_MS, useLongPress } from './useLongPress';

interface Props {
  shift: Pick<RememberedJob, 'jobId' | 'shiftId'>;
  /** The server's SOS calls at `readAt`. */
  sos: readonly Sos[];
  readAt: string;
  /** The time zone of the site. */
  zone?: Zone;
}

const BUZZ_MS = 40;

/** Shown after a press that was too short, and for guards who cannot hold a button. */
function ConfirmSos({ send, cancel }: { send(): void; cancel(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={styles.ask}>
      <p>Hold the button for 2 seconds, or confirm:</p>
      <Button ref={button} variant="danger" wide onClick={send}>
        Send SOS now
      </Button>
      <Button variant="quiet" wide onClick={cancel}>
        Do not send
      </Button>
    </div>
  );
}

/**
 * Shown for an SOS that was refused or waited too long: only the guard knows whether help is still needed. It can appear while the guard touches the screen for another reason.
 */
function ExpiredOn({ send, openQuestion, cancel }: { send(): void; openQuestion(): void; cancel(): void }) {
  const hold = useLongPress(send, openQuestion);
  return (
    <div className={styles.ask}>
      <Button variant="danger" wide className={styles.again} {...hold.props}>
        {hold.isHeld ? 'Keep holding' : 'Send SOS again'}
      </Button>
      <Button variant="quiet" wide onClick={cancel}>
        I am safe, do not send
      </Button>
    </div>
  );
}

function ExpiredOff({ retryTurnOff, cancel }: { retryTurnOff(): void; cancel(): void }) {
  return (
    <div className={styles.ask}>
      <Button variant="danger" wide onClick={retryTurnOff}>
        Turn off again
      </Button>
      <Button variant="quiet" wide onClick={cancel}>
        Leave it on
      </Button>
    </div>
  );
}

/**
 * The SOS toggle of the sticky bar. The guard holds the button to turn it on, and confirms a question to turn it off. A second hold calls
 * again: after an acknowledgement it is a new call, before one it may add the position. It makes no sound and covers nothing.
 */
export function SosPanel({ shift, sos, readAt, zone }: Props) {
  const portal = usePortal();
  const { entries, raise, dismiss } = useSos(shift);
  const [isConfirming, setConfirming] = useState(false);
  const [noPosition, setNoPosition] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const { isOn, tone, state, detail, expiredEntry } = sosView(sos, entries, readAt, zone);

  const send = () => {
    setConfirming(false);
    setNoPosition('');
    if (expiredEntry) dismiss(expiredEntry);
    // A vibration is felt by the guard and heard by no one else.
    navigator.vibrate?.(BUZZ_MS);
    const position = recentPosition(portal);
    raise(true, position);
    // A touch on a button does not move the focus, so the focus may still be at the top of the page.
    if (document.activeElement?.matches('body, h1, h2, h3')) status.current?.focus({ preventScroll: true });
    if (!position) void noPositionText('Our team can see your site. Tell them where you are when they call.').then(setNoPosition);
  };
  const openQuestion = () => setConfirming(true);
  // A queued SOS is sent automatically, so no further call is needed.
  const canCall = tone !== 'waiting';
  const hold = useLongPress(send, openQuestion, canCall);
  useEffect(() => {
    if (hold.isHeld) void geolocationIfAllowed(portal);
  }, [portal, hold.isHeld]);
  // While true, neither a new version nor a reload may replace the page. The guard may still leave it.
  const isLocked = isOn || isConfirming || hold.isHeld;
  useEffect(() => (isLocked ? portal.dirty('your SOS', () => false) : undefined), [portal, isLocked]);
  // Keeps the emergency state on other pages. Before the shift is read, the portal keeps the state that it already has.
  const isKnown = isOn || readAt !== '';
  useEffect(() => {
    if (isKnown) portal.emergency?.(isOn);
  }, [portal, isKnown, isOn]);
  const turnOff = async () => {
    const isSafe = await portal.confirm({
      title: 'Turn the SOS off?',
      body: 'We let our team know that you no longer need help.',
      confirm: 'Turn off',
      cancel: 'Keep it on',
      danger: true,
    });
    if (!isSafe) return;
    // The question belonged to the call that has ended. If it stayed, one touch could start another call.
    setConfirming(false);
    for (const entry of entries) if (entry.what === SOS_ON && entry.state === 'on device') dismiss(entry);
    if (expiredEntry) dismiss(expiredEntry);
    raise(false, recentPosition(portal));
  };

  const hint = isOn ? 'Hold to call again' : 'Hold for 2 seconds';
  const isExpiredOn = expiredEntry?.what === SOS_ON;
  // Only screen readers get "Not sent" if no SOS was ever raised.
  const isIdle = tone === 'quiet' && detail === '' && sos.length === 0 && entries.length === 0 && !isConfirming;
  return (
    <div className={styles.sos} data-tone={tone}>
      <fieldset className={styles.toggle} aria-label="SOS alert">
        <button
          type="button"
          aria-pressed={isOn}
          data-focus-home=""
          className={styles.on}
          data-held={hold.isHeld || undefined}
          style={{ '--hold': `${HOLD_MS}ms` } as Record<string, string>}
          {...hold.props}
        >
          <span className={styles.word}>{onJobLabels.sos}</span>
          {canCall && <span className={styles.hint}>{hold.isHeld ? 'Keep holding' : hint}</span>}
        </button>
        <button type="button" aria-pressed={!isOn} className={styles.off} onClick={isOn ? turnOff : undefined}>
          {onJobLabels.off}
        </button>
      </fieldset>
      <div className={styles.messages} data-idle={isIdle || undefined}>
        <Status ref={status} tone={tone === 'failed' ? 'danger' : 'quiet'} className={styles.state}>
          {state}
        </Status>
        <Status tone={tone === 'failed' ? 'danger' : 'quiet'}>{detail}</Status>
        <Status>{isOn ? noPosition : ''}</Status>
        {isConfirming && canCall && <ConfirmSos send={send} cancel={() => setConfirming(false)} />}
        {expiredEntry && isExpiredOn && !isConfirming && (
          <ExpiredOn send={send} openQuestion={openQuestion} cancel={() => dismiss(expiredEntry)} />
        )}
        {expiredEntry && !isExpiredOn && !isConfirming && <ExpiredOff retryTurnOff={turnOff} cancel={() => dismiss(expiredEntry)} />}
      </div>
    </div>
  );
}
