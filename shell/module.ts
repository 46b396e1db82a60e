/** The shell owns no path. It calls these contracts before any module does. */
export const module = { contracts: { auth: 1 } };
