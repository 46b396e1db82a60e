import { createSession, type SessionDeps } from './session';
import { createSessionStore } from './sessionStore';

/** A session in no other tab unless there are `tabs`, of nobody until it begins. */
export const testSession = (heard: Pick<SessionDeps, 'redirect' | 'toast'> & Partial<Pick<SessionDeps, 'tabs'>>) =>
  createSession({
    store: createSessionStore(),
    tabs: { post: () => undefined, listen: () => undefined },
    reloadPage: () => undefined,
    recheck: () => undefined,
    isPublic: () => false,
    ...heard,
  });
