/** How a session is asked about and ended, without schemas: the shell has it in hand before any other file came, and when none comes. */
export const logoutCall = { id: 'auth.logout', method: 'POST', path: '/guard/auth/logout', auth: 'bearer' } as const;
export const sessionCall = { id: 'auth.session', method: 'GET', path: '/guard/auth/session', auth: 'bearer' } as const;

/** The logout question, title and body (SHELL-43). */
export const logoutQuestion = { title: 'Are you sure', body: 'You want to logout?' } as const;
