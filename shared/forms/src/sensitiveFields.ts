/** Parts of the names of sensitive fields, in lower case. */
const secretWords = ['password', 'otp', 'bank', 'accholder', 'accountnumber', 'institution', 'transit'] as const;
const secretNames: readonly string[] = ['code', 'pin'];

type SecretName<Name extends string> =
  Lowercase<Name> extends 'code' | 'pin' | `${string}${(typeof secretWords)[number]}${string}` ? Name : never;
type IsAny<Value> = 0 extends 1 & Value ? true : false;

/** Names of the sensitive fields of `Values`, including rows. They are never stored on a device. */
export type SensitiveFieldOf<Values> =
  IsAny<Values> extends true
    ? never
    : Values extends Blob | Date
      ? never
      : Values extends readonly (infer Row)[]
        ? SensitiveFieldOf<Row>
        : Values extends object
          ? { [Name in keyof Values & string]-?: SecretName<Name> | SensitiveFieldOf<Values[Name]> }[keyof Values & string]
          : never;

/** Whether a field with this name is never stored on a device: a password, a code, bank details. */
export function isSensitive(name: string): boolean {
  const small = name.toLowerCase();
  return secretNames.includes(small) || secretWords.some((word) => small.includes(word));
}
