import { createSession, type SessionDeps } from './session';
import { createSessionStore } from './sessionStore';

/** A session that has not begun; without `tabs` it is in this tab only. */
export const testSession = (heard: Pick<SessionDeps, 'redirect' | 'toast'> & Partial<Pick<SessionDeps, 'tabs'>>) =>
  createSession({
    store: createSessionStore(),
    tabs: { post: () => undefined, listen: () => undefined },
    reloadPage: () => undefined,
    recheck: () => undefined,
    isPublic: () => false,
    ...heard,
  });
