import { limits } from '@portal/contracts/_kernel/limits';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { useEffect, useRef } from 'react';
import styles from '../Documents.module.css';
import type { Deletions } from './useDeletions';

interface DeletionBarProps {
  deletions: Deletions;
  /** Restores the focus when the bar disappears. */
  onGone(): void;
}

/**
 * The pending deletion with Undo, and the reason of a failed one (SHELL-46). A failure about selected documents stays until the guard closes it;
 * any other closes by itself.
 */
export function DeletionBar({ deletions: { pending, undo, failure, clearFailure }, onGone }: DeletionBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // A keyboard user has five seconds to undo, so the button gets the focus.
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
          {failure.text}
        </Banner>
      )}
    </>
  );
}
