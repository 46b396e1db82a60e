/** The window event after Google rejected the key. Modules of every release listen to this name. */
export const REFUSED = 'portal:maps-refused';
