import { markColours } from '@portal/mf-kit/pageLayout';

const SHIELD = `<path fill="${markColours.shield}" d="M16 5l9 3.4v6.9c0 5.6-3.8 9.5-9 11.4-5.2-1.9-9-5.8-9-11.4V8.4z"/>`;
const markOn = (ground: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}${SHIELD}</svg>`;

export const LOGO = markOn(`<rect width="32" height="32" rx="7" fill="${markColours.ground}"/>`);
/** Fills the square, because phones cut their own shape out of it: the shield is inside the inner four fifths. */
export const MASKABLE_LOGO = markOn(`<rect width="32" height="32" fill="${markColours.ground}"/>`);
