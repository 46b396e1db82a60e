import { type StringSchema, string as unnormalised } from 'yup';
import { normaliseFreeText, plainText } from './normalise';

/** Every text rule comes from this file, so that validation sees normalised text. `noRestrictedImports` forbids yup's own `string`. */

const normaliseWith = (normalise: (typed: string) => string) => (value: unknown) => (typeof value === 'string' ? normalise(value) : value);

export const string = <Text extends string = string>(): StringSchema<Text | undefined> =>
  unnormalised<Text>().transform(normaliseWith(normaliseFreeText));

/** A rule for an e-mail address, a phone number, a code or a name. */
export const plainString = <Text extends string = string>(): StringSchema<Text | undefined> =>
  unnormalised<Text>().transform(normaliseWith(plainText));

/** A password that is compared with a stored hash. It stays as typed: the comparison normalises it. */
export const typedPassword = (): StringSchema<string | undefined> => unnormalised();
