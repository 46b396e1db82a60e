import { sosCallId, sosNotice } from '@portal/contracts/_kernel/sosNotice';
import { regions, sosPath } from '@portal/mf-kit/pageLayout';
import type { Portal, WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import { Banner } from '@portal/ui/Banner';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import notices from '../chrome/PersistentNotices.module.css';
import { useSignal } from '../platform/signal';
import styles from './OutboxButton.module.css';
import { OutboxDialog } from './OutboxDialog';
import type { OutboxProps } from './outboxTypes';

/** A faster write is not displayed. */
const SLOW_MS = 2000;

/** An entry has been sending for two seconds. */
function useIsSlow(entries: readonly WriteEntry[]): boolean {
  const isSending = entries.some(({ state }) => state === 'sending');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isSending) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isSending]);
  return isSlow;
}

/** Reports the results of entries that waited: their guard has left the form. */
function useResultToasts(entries: readonly WriteEntry[], { toast }: Pick<Portal, 'toast'>) {
  const waited = useRef(new Set<string>());
  useEffect(() => {
    const show = ({ state, what, failure }: WriteEntry) =>
      state === 'sent' ? toast('success', `Sent: ${what}`) : toast('error', `Not sent: ${what}. ${failure?.userMessage ?? ''}`);
    for (const entry of entries) {
      if (entry.state === 'on device') waited.current.add(entry.key);
      const hasResult = entry.state !== 'on device' && entry.state !== 'sending' && waited.current.delete(entry.key);
      if (hasResult && !entry.isQuiet && document.visibilityState === 'visible') show(entry);
    }
  }, [entries, toast]);
}

/** `1 not sent, 2 waiting to be sent`. Empty without entries. */
export function countText(entries: readonly WriteEntry[]): string {
  const waiting = entries.filter(isUnsent).length;
  const failed = entries.length - waiting;
  return [failed > 0 ? `${failed} not sent` : '', waiting > 0 ? `${waiting} waiting to be sent` : ''].filter(Boolean).join(', ');
}

/** For little room: the first part of `countText`. */
export const shortCountText = (entries: readonly WriteEntry[]): string => countText(entries).replace(/,.*| to be sent/, '');

const isCall = ({ input }: WriteEntry) => (input as { active?: boolean } | undefined)?.active === true;

/** A notice of an SOS that the server does not have. On Job has its own bar. */
export function UnsentSos({ outbox, place }: Pick<OutboxProps, 'outbox' | 'place'>) {
  const { pathname } = useSignal(place);
  const last = useSignal(outbox.entries).findLast(({ endpointId }) => endpointId === sosCallId);
  const region = document.getElementById(regions.persistentNotices);
  if (!region || !last || last.state === 'sent' || !isCall(last) || pathname === sosPath) return null;
  return createPortal(
    <section className={notices.notices} aria-label="SOS">
      <Banner kind="error" actions={<a href={sosPath}>{sosNotice.label}</a>}>
        {isUnsent(last) ? sosNotice.unsent : sosNotice.failed}
      </Banner>
    </section>,
    region,
  );
}

function CountButton({ listed, text, onClick }: { listed: readonly WriteEntry[]; text: string; onClick(): void }) {
  const hasFailed = listed.some((entry) => !isUnsent(entry));
  return (
    <button
      type="button"
      data-unsent
      className={cx(styles.chip, hasFailed && styles.failed)}
      aria-haspopup="dialog"
      aria-label={text}
      onClick={onClick}
    >
      <Icon name={hasFailed ? 'alert' : 'upload'} size={20} />
      <span className={styles.words}>{text}</span>
      <span className={styles.short} aria-hidden="true">
        {shortCountText(listed)}
      </span>
      <span className={styles.count} aria-hidden="true">
        {listed.length}
      </span>
    </button>
  );
}

/** The button of the chrome that counts unsent entries and opens their list. */
export function OutboxButton({ outbox, portal, isLost, place }: OutboxProps) {
  const entries = useSignal(outbox.entries);
  const [isOpen, setOpen] = useState(false);
  const isSlow = useIsSlow(entries);
  const listed = entries.filter(({ state }) => state === 'on device' || state === 'failed' || (state === 'sending' && isSlow));
  const text = countText(listed);
  useResultToasts(entries, portal);
  useEffect(() => {
    if (text) portal.announce(text);
  }, [portal, text]);
  return (
    <>
      <UnsentSos outbox={outbox} place={place} />
      {text ? <CountButton listed={listed} text={text} onClick={() => setOpen(true)} /> : null}
      {isOpen ? <OutboxDialog outbox={outbox} portal={portal} isLost={isLost} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
