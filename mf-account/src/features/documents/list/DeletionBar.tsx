import { limits } from '@portal/contracts/_kernel/limits';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { useEffect, useRef } from 'react';
import styles from '../Documents.module.css';
import type { Deletions } from './useDeletions';

interface DeletionBarProps {
  deletions: Deletions;
  /** Gets the focus back when the bar goes. */
  onGone(): void;
}

/** What is about to be deleted, with the way back, and why a deletion failed: that of the selected ones stays (SHELL-46). */
export function DeletionBar({ deletions: { pending, undo, failure, clearFailure }, onGone }: DeletionBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // Whoever works by keyboard has five seconds: the way back is where they are.
    if (pending) button.current?.focus();
    else if (hadFocus.current) onGone();
    hadFocus.current = pending !== null;
  }, [pending, onGone]);
  return (
    <>
      <div className={pending ? styles.undo : undefined}>
        <Status>{pending && `${pending}: will be deleted in 5 seconds.`}</Status>
        {pending && (
          <Button ref={button} small variant="secondary" onClick={undo}>
            Undo
          </Button>
        )}
      </div>
      {failure && (
        <Banner kind="error" timeoutMs={failure.isSelected ? undefined : limits.bannerMs} onClose={clearFailure}>
          {failure.words}
        </Banner>
      )}
    </>
  );
}
