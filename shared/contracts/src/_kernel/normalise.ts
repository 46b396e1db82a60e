import { limits } from './limits';

/**
 * Text is judged, compared, searched and stored as these functions return it: two texts that look the same are the same. The rules of
 * `text.ts` apply them.
 */

/** Joiners, the selectors and tags of an emoji, and the variants of Mongolian letters change how a text looks: free text keeps them. */
const free = /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
const marks = /\p{Default_Ignorable_Code_Point}/gu;
const spaces = /\p{Zs}/gu;
const lineEnds = /[\u2028\u2029]/g;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Free text: a note, a message, a search, a password. Joiners and dashes stay. */
export const freeText = (typed: string): string => typed.replace(free, '').replace(spaces, ' ').replace(lineEnds, '\n').normalize('NFC');

/** E-mail addresses, phone numbers, codes and names: without joiners, every dash is a hyphen. */
export const plainText = (typed: string): string => freeText(typed.replace(marks, '')).replace(dashes, '-');

/** Text as a search compares it: small letters without accents. `plain_text` in SQL does the same with what is stored. */
export const searchText = (typed: string): string =>
  freeText(typed.replace(marks, ''))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

const { mobileDigits } = limits;
/** North America's own prefix, in front of a whole number. */
const countryCode = new RegExp(`^\\+?1(?=\\d{${mobileDigits}}$)`);

/** `+1 (416) 555-0123` as `4165550123`. A text that is no number keeps its other characters, so that the rule refuses it. */
export const plainMobile = (typed: string): string =>
  plainText(typed)
    .replace(/[\s().-]/g, '')
    .replace(countryCode, '');
