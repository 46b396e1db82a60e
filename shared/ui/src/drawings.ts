/** Icons for pages that do not load the whole set of `Icon`: 24 x 24, stroke 1.8, one path each. */
export const briefcase = 'M4 8h16v11H4zM9 8V5h6v3M4 13h16M12 12v2';
export const note = 'M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 12.5h7M9 16h5';
export const chat = 'M4 5h16v11H11l-4.5 4v-4H4zM8 9h8M8 12h5';
export const mapPin = 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 7a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z';
export const clock = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2';
export const shield = 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zM9 12l2.2 2.2L15.2 10';
export const alert = 'M12 4 2.8 19.8h18.4zM12 10v4.5M12 17.2v.01';
export const check = 'M4.5 12.5 9.5 17.5 19.5 7';
