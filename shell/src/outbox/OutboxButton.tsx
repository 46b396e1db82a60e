import type { Portal, WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { useEffect, useRef, useState } from 'react';
import { useSignal } from '../platform/signal';
import { countText, shortText } from './entryText';
import styles from './OutboxButton.module.css';
import { OutboxDialog } from './OutboxDialog';
import type { OutboxProps } from './outboxTypes';
import { UnsentSos } from './UnsentSos';

/** A write that is answered at once is nobody's news. */
const SLOW_MS = 2000;

/** True once something has been under way for a while. */
function useIsSlow(entries: readonly WriteEntry[]): boolean {
  const underWay = entries.some(({ state }) => state === 'sending');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!underWay) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [underWay]);
  return isSlow;
}

/** Tells what became of entries that had to wait: whoever made them has gone on to something else. */
function useOutcomes(entries: readonly WriteEntry[], { toast }: Pick<Portal, 'toast'>) {
  const waited = useRef(new Set<string>());
  useEffect(() => {
    for (const { key, state, what, failure, isQuiet } of entries) {
      if (state === 'on device') waited.current.add(key);
      if (state === 'on device' || state === 'sending' || !waited.current.delete(key)) continue;
      if (isQuiet || document.visibilityState !== 'visible') continue;
      if (state === 'sent') toast('success', `Sent: ${what}`);
      else toast('error', `Not sent: ${what}. ${failure?.userMessage ?? ''}`);
    }
  }, [entries, toast]);
}

/** The chrome's small word on what is not sent yet, and the list behind it. Nothing while there is nothing to say. */
export function OutboxButton({ outbox, portal, isLost, place }: OutboxProps) {
  const entries = useSignal(outbox.entries);
  const [isOpen, setOpen] = useState(false);
  const isSlow = useIsSlow(entries);
  const told = entries.filter(({ state }) => state === 'on device' || state === 'failed' || (state === 'sending' && isSlow));
  const words = countText(told);
  const hasFailed = told.some((entry) => !isUnsent(entry));
  useOutcomes(entries, portal);
  useEffect(() => {
    if (words) portal.announce(words);
  }, [portal, words]);
  return (
    <>
      <UnsentSos outbox={outbox} place={place} />
      {words ? (
        <button
          type="button"
          data-unsent
          className={cx(styles.chip, hasFailed && styles.failed)}
          aria-haspopup="dialog"
          aria-label={words}
          onClick={() => setOpen(true)}
        >
          <Icon name={hasFailed ? 'alert' : 'upload'} size={20} />
          <span className={styles.words}>{words}</span>
          <span className={styles.short} aria-hidden="true">
            {shortText(told)}
          </span>
          <span className={styles.count} aria-hidden="true">
            {told.length}
          </span>
        </button>
      ) : null}
      {isOpen ? <OutboxDialog outbox={outbox} portal={portal} isLost={isLost} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
