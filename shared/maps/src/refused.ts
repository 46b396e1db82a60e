/** What the page's loader tells the window when google does not take the key. A name that modules of any release know. */
export const REFUSED = 'portal:maps-refused';
