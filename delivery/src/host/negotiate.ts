import { ENCODINGS, type Encoding } from '../store/store';

type Accepted = string | string[] | undefined;

/** Weights other than 0 are ignored, because every browser prefers our encodings. */
function takes(accepted: Accepted, encoding: string): boolean {
  const offers = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase());
  return offers.some((offer) => offer.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(offer));
}

/** The best encoding that a browser accepts; null for none. */
export const pickEncoding = (accepted: Accepted): Encoding | null => ENCODINGS.find((encoding) => takes(accepted, encoding)) ?? null;

/** The SHA-256, in base64, of the browser's dictionary for the requested file (RFC 9842); null if it has none, or does not accept `dcz`. */
export function pickDictionary(headers: Record<string, Accepted>): string | null {
  const [, hash] = /^:([\w+/]{43}=):$/.exec(String(headers['available-dictionary'] ?? '')) ?? [];
  return hash !== undefined && takes(headers['accept-encoding'], 'dcz') ? hash : null;
}
