import { createSession, type SessionParts } from './session';
import { createSessionStore } from './store';

/** A session in no other tab unless there are `tabs`, of nobody until it begins. */
export const testSession = (heard: Pick<SessionParts, 'enter' | 'toast'> & Partial<Pick<SessionParts, 'tabs'>>) =>
  createSession({
    store: createSessionStore(),
    tabs: { post: () => undefined, listen: () => undefined },
    restart: () => undefined,
    recheck: () => undefined,
    isPublic: () => false,
    ...heard,
  });
