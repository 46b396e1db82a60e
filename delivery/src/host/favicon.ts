/** The portal's shield. */
export const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b2144"/><path fill="#f5a81c" d="M16 5l9 3.4v6.9c0 5.6-3.8 9.5-9 11.4-5.2-1.9-9-5.8-9-11.4V8.4z"/></svg>';
