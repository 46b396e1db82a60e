import { limits } from './limits';

/**
 * Every text is validated, compared, searched and stored in the form that these functions return, so texts that look the same are equal.
 * The rules of `text.ts` apply them.
 */

/** Free text retains joiners, emoji selectors and tags, and Mongolian variation selectors, because they change the look of the text. */
const free = /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
const marks = /\p{Default_Ignorable_Code_Point}/gu;
const spaces = /\p{Zs}/gu;
const lineEnds = /[\u2028\u2029]/g;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** For free text: a note, a message, a search, a password. Joiners and dashes stay. */
export const normaliseFreeText = (typed: string): string =>
  typed.replace(free, '').replace(spaces, ' ').replace(lineEnds, '\n').normalize('NFC');

/** For e-mail addresses, phone numbers, codes and names: removes joiners and replaces every dash by a hyphen. */
export const plainText = (typed: string): string => normaliseFreeText(typed.replace(marks, '')).replace(dashes, '-');

/** Text for comparison in a search: lower case, without accents. `plain_text` in SQL does the same with stored text. */
export const searchText = (typed: string): string =>
  normaliseFreeText(typed.replace(marks, ''))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

const { mobileDigits } = limits;
/** The country code of North America, before a complete number. */
const countryCode = new RegExp(`^\\+?1(?=\\d{${mobileDigits}}$)`);

/** `+1 (416) 555-0123` as `4165550123`. Other characters stay, so the rule refuses a text that is not a number. */
export const plainMobile = (typed: string): string =>
  plainText(typed)
    .replace(/[\s().-]/g, '')
    .replace(countryCode, '');
