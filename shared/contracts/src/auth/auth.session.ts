/** The session check and the logout without schemas, so that the shell can call them before it loads any other file. */
export const logoutCall = { id: 'auth.logout', method: 'POST', path: '/guard/auth/logout', auth: 'bearer' } as const;
export const sessionCall = { id: 'auth.session', method: 'GET', path: '/guard/auth/session', auth: 'bearer' } as const;

/** The title and body of the logout question (SHELL-43). */
export const logoutQuestion = { title: 'Are you sure', body: 'You want to logout?' } as const;
