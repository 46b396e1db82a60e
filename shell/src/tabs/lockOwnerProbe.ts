import type { Broadcast } from './broadcast';

/** How often a tab that is seen asks whether the holder lives, and how long that one has to answer. */
export const ASK_MS = 5000;
const ANSWER_MS = 3000;

export type ProbeMessage = 'alive?' | 'alive';

interface LockOwnerProbeDeps {
  /** This tab has what is asked about. */
  isOwner(): boolean;
  /** This tab waits for it. */
  isWaiting(): boolean;
  steal(): void;
}

/**
 * Whether the tab that holds a lock lives. A browser may suspend a tab together with its lock, and then nobody would get it: a tab that
 * is seen and waits asks the holder, and takes its place when there is no answer.
 */
export function probeLockOwner(tabs: Broadcast<ProbeMessage>, { isOwner, isWaiting, steal }: LockOwnerProbeDeps) {
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  const mayTake = () => isWaiting() && document.visibilityState === 'visible';
  tabs.listen((word) => {
    if (word === 'alive') {
      clearTimeout(unanswered);
      unanswered = undefined;
    } else if (isOwner()) tabs.post('alive');
  });
  return {
    ask() {
      if (unanswered || !mayTake()) return;
      unanswered = setTimeout(() => {
        unanswered = undefined;
        if (mayTake()) steal();
      }, ANSWER_MS);
      tabs.post('alive?');
    },
  };
}
