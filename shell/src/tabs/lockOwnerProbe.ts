import type { Broadcast } from './broadcast';

/** A visible tab probes the lock owner at this interval. */
export const ASK_MS = 5000;
const ANSWER_MS = 3000;

export type ProbeMessage = 'alive?' | 'alive';

interface LockOwnerProbeDeps {
  isOwner(): boolean;
  isWaiting(): boolean;
  steal(): void;
}

/** Probes the owner of a lock. A browser may suspend a tab with its lock, so a visible tab that waits steals it after no answer. */
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
