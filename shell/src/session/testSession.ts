import { createSession, type SessionParts } from './session';
import { createSessionStore } from './store';

/** A session in no other tab, of nobody until it begins. */
export const testSession = (heard: Pick<SessionParts, 'enter' | 'toast'>) =>
  createSession({
    store: createSessionStore(),
    tabs: { post: () => undefined, listen: () => undefined },
    restart: () => undefined,
    recheck: () => undefined,
    isPublic: () => false,
    ...heard,
  });
