/** The event of the window when the guard has confirmed the logout. Until its listeners return, their writes are stored for that guard. */
export const beforeLogout = 'portal:before-logout';
