import { decryptNumber, encryptNumber } from '../../platform/identity/encrypted-numbers';
import { identityNumbers } from './identity-numbers.columns';

/** The columns of a new row. */
export function identityColumns(guardId: string, number: string): { number_key_id: string; number_sealed: Buffer } {
  const { keyId, sealed } = encryptNumber(identityNumbers, guardId, number);
  return { number_key_id: keyId, number_sealed: sealed };
}

/** A row's number with the columns that the guards' query reads. */
export interface ReadNumber {
  keyId: string | null;
  /** Hexadecimal, because JSON has no bytes. */
  sealed: string | null;
}

export const readNumber = (guardId: string, { sealed, ...kept }: ReadNumber): string =>
  decryptNumber(identityNumbers, guardId, { ...kept, sealed: sealed === null ? null : Buffer.from(sealed, 'hex') });
