import { INSPECT_PATH, type InspectFacts } from '@portal/mf-kit/inspect';
import { readJson } from '@portal/mf-kit/readAtMost';

const ANSWER_WITHIN_MS = 8_000;

/** The facts of the portal host for the panel "Why this version?", or why there are none. */
export async function fetchInspectFacts(): Promise<{ facts: InspectFacts; factsProblem: null } | { facts: null; factsProblem: string }> {
  try {
    const reply = await fetch(INSPECT_PATH, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    if (reply.ok) return { facts: await readJson<InspectFacts>(reply), factsProblem: null };
    return { facts: null, factsProblem: `The portal host refused (${reply.status}). The signed link may have expired.` };
  } catch (error) {
    return { facts: null, factsProblem: `The portal host did not answer: ${(error as Error).message}.` };
  }
}
