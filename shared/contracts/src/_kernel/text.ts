import { type StringSchema, string as unnormalised } from 'yup';
import { freeText, plainText } from './normalise';

/** Every rule of text is made by this file, so that it judges text after it is normalised. The lint rule `noRestrictedImports` makes yup's own `string` an error elsewhere. */

const ofText = (normalise: (typed: string) => string) => (value: unknown) => (typeof value === 'string' ? normalise(value) : value);

/** A rule of free text. */
export const string = <Text extends string = string>(): StringSchema<Text | undefined> => unnormalised<Text>().transform(ofText(freeText));

/** A rule of an e-mail address, a phone number, a code or a name. */
export const plainString = <Text extends string = string>(): StringSchema<Text | undefined> =>
  unnormalised<Text>().transform(ofText(plainText));

/** A password that is compared with a stored hash: a hash of an earlier release was made of the text as it was typed. */
export const typedPassword = (): StringSchema<string | undefined> => unnormalised();
