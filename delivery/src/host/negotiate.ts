import { ENCODINGS, type Encoding } from '../store';

/** The best encoding that a browser takes; null for none. Weights other than refusal are not weighed: every browser prefers ours. */
export function pickEncoding(accepted: string | string[] | undefined): Encoding | null {
  const offers = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase());
  return ENCODINGS.find((encoding) => offers.some((offer) => offer.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(offer))) ?? null;
}
