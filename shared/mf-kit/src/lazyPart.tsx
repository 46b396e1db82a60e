import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadWhenOnline } from './loadFailure';
import styles from './QueryView.module.css';

export interface PartWords {
  fallback?: ReactNode;
  /** The failure in the guard's words: "The map could not be loaded". */
  failed: string;
}

type Stage = 'coming' | 'offline' | 'lost' | 'here';

/**
 * A part of a screen that loads its code at its first rendering: a map, a recorder, a dialog. A failed load affects nothing else: one line
 * reports it, with a retry. Without a connection it loads as soon as there is one.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, failed }: PartWords,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [stage, setStage] = useState<Stage>(Loaded ? 'here' : 'coming');
    const isComing = stage === 'coming' || stage === 'offline';
    useEffect(() => {
      if (!isComing) return;
      let isLeft = false;
      const say = (next: Stage) => !isLeft && setStage(next);
      const come = async () => {
        Loaded = await loadWhenOnline(load, (isWaiting) => say(isWaiting ? 'offline' : 'coming'));
        say('here');
      };
      come().catch(() => say('lost'));
      return () => {
        isLeft = true;
      };
    }, [isComing]);
    if (Loaded) return <Loaded {...props} />;
    return (
      <>
        {isComing && fallback}
        <div className={styles.stale}>
          <Status>
            {stage === 'offline' ? 'No connection. This will load when you are back online.' : stage === 'lost' ? failed : null}
          </Status>
          {stage === 'lost' && (
            <Button small variant="quiet" onClick={() => setStage('coming')}>
              Retry
            </Button>
          )}
        </div>
      </>
    );
  };
}
