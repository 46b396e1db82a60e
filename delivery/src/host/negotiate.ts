import { ENCODINGS, type Encoding } from '../store';

type Accepted = string | string[] | undefined;

/** Weights other than refusal are not weighed: every browser prefers ours. */
function takes(accepted: Accepted, encoding: string): boolean {
  const offers = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase());
  return offers.some((offer) => offer.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(offer));
}

/** The best encoding that a browser takes; null for none. */
export const pickEncoding = (accepted: Accepted): Encoding | null => ENCODINGS.find((encoding) => takes(accepted, encoding)) ?? null;

/** The SHA-256, in base64, of the dictionary that a browser has for what it asks for (RFC 9842); null when it has none, or takes no `dcz`. */
export function pickDictionary(headers: Record<string, Accepted>): string | null {
  const [, hash] = /^:([\w+/]{43}=):$/.exec(String(headers['available-dictionary'] ?? '')) ?? [];
  return hash !== undefined && takes(headers['accept-encoding'], 'dcz') ? hash : null;
}
