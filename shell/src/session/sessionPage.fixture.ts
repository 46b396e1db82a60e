import { createSession, type SessionEvent } from './session';
import { createSessionStore } from './sessionStore';

/** A page with a session: its toasts, moves and messages to other tabs. */
export function openSession({ isPublic = false } = {}) {
  const toasts: string[][] = [];
  const moves: string[] = [];
  const posted: SessionEvent[] = [];
  let receive: (event: SessionEvent) => void = () => undefined;
  const session = createSession({
    store: createSessionStore(),
    tabs: {
      post: (event) => posted.push(event),
      listen: (listener) => {
        receive = listener;
      },
    },
    reloadPage: (to) => moves.push(`reload: ${to ?? 'here'}`),
    redirect: (to) => moves.push(to),
    recheck: (next) => moves.push(next ? `after ${next.after}: ${next.to}` : 'recheck'),
    toast: (kind, text) => toasts.push([kind, text]),
    isPublic: () => isPublic,
  });
  return { session, toasts, moves, posted, receive: (event: SessionEvent) => receive(event) };
}
