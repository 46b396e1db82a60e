/** What the shell says of itself: it owns no path, provides the portal context, and calls these contracts before any module does. */
export const module = { contracts: { auth: 1 } };
