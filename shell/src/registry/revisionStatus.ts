import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { readJson } from '@portal/mf-kit/readAtMost';
import { timestampText } from '@portal/mf-kit/timestamp';
import type { PageData } from '../platform/pageData';

const ANSWER_WITHIN_MS = 8_000;

/** The signature and the age of the page's revision, as sentences. */
export interface RevisionStatus {
  signature: string;
  freshness: string;
}

/** The signed text of a revision: from the HTML, or from the portal host if the page took a later one. */
async function readSigned(revision: number): Promise<SignedRegistry> {
  const isWanted = ({ document: text }: SignedRegistry) => (JSON.parse(text) as Registry).revision === revision;
  const inHtml = JSON.parse(document.getElementById('registry')?.textContent ?? 'null') as SignedRegistry | null;
  if (inHtml && isWanted(inHtml)) return inHtml;
  const reply = await fetch('/registry.json', { cache: 'no-cache', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!reply.ok) throw new Error(`the portal host answered ${reply.status}`);
  const served = await readJson<SignedRegistry>(reply);
  if (!isWanted(served)) throw new Error(`the portal host no longer serves revision ${revision}`);
  return served;
}

function withoutTimestamp({ candidate }: Registry): string {
  return candidate ? `No timestamp. The candidate ends at ${candidate.until}.` : 'Unknown: the revision has no timestamp.';
}

/** Checks signature and timestamp of the page's revision again, for the panel "Why this version?". The page itself checks only later revisions. */
export async function readRevisionStatus(
  current: Registry,
  page: Pick<PageData, 'opsKey' | 'timestampKey'>,
  now: () => Date,
): Promise<RevisionStatus> {
  if (!page.opsKey) return { signature: 'None: this page names no ops key.', freshness: 'Unknown: this page names no ops key.' };
  try {
    const signed = await readSigned(current.revision);
    const { isSigned, isSignedText, signingKeyFor } = await import('./signatures');
    const key = await signingKeyFor(current.revision, page.opsKey, current.handovers ?? []);
    const isValid = key !== null && (await isSigned(signed, key));
    const signature = isValid
      ? `Valid, checked now with the ops key ${key.slice(0, 8)}….`
      : 'Not valid: the ops key of this page did not sign it.';
    const { timestamp } = signed;
    if (!timestamp) return { signature, freshness: withoutTimestamp(current) };
    const { revision, at, signature: ofHost } = timestamp;
    const keys = current.timestampKeys ?? [page.timestampKey];
    const checks = await Promise.all(keys.map((one) => isSignedText(timestampText(revision, at), ofHost, one)));
    const seconds = Math.round((now().getTime() - Date.parse(at)) / 1000);
    const age = `Current at ${at.slice(11, 19)} UTC, ${seconds} seconds before this reading.`;
    return {
      signature,
      freshness: checks.includes(true) ? `${age} Signed by the portal host.` : `Not valid: the portal host did not sign it. ${age}`,
    };
  } catch (error) {
    const unknown = `Unknown, because it could not be checked: ${(error as Error).message}.`;
    return { signature: unknown, freshness: unknown };
  }
}
