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
  /** What the server had at `readAt`. */
  sos: readonly Sos[];
  readAt: string;
  /** Of the site. */
  zone?: Zone;
}

const BUZZ_MS = 40;

/** For a press that was too short, and for whoever cannot hold a button. */
function AskFirst({ send, leave }: { send(): void; leave(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={styles.ask}>
      <p>Hold the button for 2 seconds, or confirm:</p>
      <Button ref={button} variant="danger" wide onClick={send}>
        Send SOS now
      </Button>
      <Button variant="quiet" wide onClick={leave}>
        Do not send
      </Button>
    </div>
  );
}

/** It was refused or is too old: only the guard can say whether it still holds. Nobody may have pressed anything when it comes. */
function LapsedOn({ send, ask, leave }: { send(): void; ask(): void; leave(): void }) {
  const hold = useLongPress(send, ask);
  return (
    <div className={styles.ask}>
      <Button variant="danger" wide className={styles.again} {...hold.props}>
        {hold.isHeld ? 'Keep holding' : 'Send SOS again'}
      </Button>
      <Button variant="quiet" wide onClick={leave}>
        I am safe, do not send
      </Button>
    </div>
  );
}

function LapsedOff({ again, leave }: { again(): void; leave(): void }) {
  return (
    <div className={styles.ask}>
      <Button variant="danger" wide onClick={again}>
        Turn off again
      </Button>
      <Button variant="quiet" wide onClick={leave}>
        Leave it on
      </Button>
    </div>
  );
}

/**
 * The SOS toggle of the sticky bar. The guard holds the button to turn it on, and confirms a question to turn it off. A second hold calls
 * again: it is a new call after an acknowledgement, and may add the position before one. It makes no sound and covers nothing.
 */
export function SosPanel({ shift, sos, readAt, zone }: Props) {
  const portal = usePortal();
  const { entries, raise, dismiss } = useSos(shift);
  const [isAsked, setAsked] = useState(false);
  const [nowhere, setNowhere] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const { isOn, tone, state, detail: more, expiredEntry: lapsed } = sosView(sos, entries, readAt, zone);

  const send = () => {
    setAsked(false);
    setNowhere('');
    if (lapsed) dismiss(lapsed);
    // Felt by the hand that holds it, heard by nobody.
    navigator.vibrate?.(BUZZ_MS);
    const position = recentPosition(portal);
    raise(true, position);
    // A finger that holds a button gives it no focus, which is still where the guard arrived.
    if (document.activeElement?.matches('body, h1, h2, h3')) status.current?.focus({ preventScroll: true });
    if (!position) void noPositionText('Our team can see your site. Tell them where you are when they call.').then(setNowhere);
  };
  const ask = () => setAsked(true);
  // What waits on this phone goes out by itself.
  const canCall = tone !== 'waiting';
  const hold = useLongPress(send, ask, canCall);
  useEffect(() => {
    if (hold.isHeld) void geolocationIfAllowed(portal);
  }, [portal, hold.isHeld]);
  // Nothing takes the page away meanwhile: no new version, no reload. Leaving it is the guard's own choice.
  const stays = isOn || isAsked || hold.isHeld;
  useEffect(() => (stays ? portal.dirty('your SOS', () => false) : undefined), [portal, stays]);
  // On, it stays so on other pages. Before the shift was read nothing is said: what the portal was told holds.
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
    // It was asked for the call that is over: one touch alone would begin another one.
    setAsked(false);
    for (const entry of entries) if (entry.what === SOS_ON && entry.state === 'on device') dismiss(entry);
    if (lapsed) dismiss(lapsed);
    raise(false, recentPosition(portal));
  };

  const hint = isOn ? 'Hold to call again' : 'Hold for 2 seconds';
  const isLapsedOn = lapsed?.what === SOS_ON;
  // "Not sent" of an SOS that was never raised is for screen readers alone.
  const isIdle = tone === 'quiet' && more === '' && sos.length === 0 && entries.length === 0 && !isAsked;
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
        <Status tone={tone === 'failed' ? 'danger' : 'quiet'}>{more}</Status>
        <Status>{isOn ? nowhere : ''}</Status>
        {isAsked && canCall && <AskFirst send={send} leave={() => setAsked(false)} />}
        {lapsed && isLapsedOn && !isAsked && <LapsedOn send={send} ask={ask} leave={() => dismiss(lapsed)} />}
        {lapsed && !isLapsedOn && !isAsked && <LapsedOff again={turnOff} leave={() => dismiss(lapsed)} />}
      </div>
    </div>
  );
}
