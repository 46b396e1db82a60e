import type { SignedRegistry } from '@portal/mf-kit/module';
import { timestampText } from '@portal/mf-kit/timestamp';

/** The portal host signs a timestamp each minute. An older one means that a proxy or an attacker replays it. */
const STALE_MS = 10 * 60_000;

/** Limit for one timestamp ahead of this page. A portal host with a wrong clock must not make all later timestamps old. */
const MAX_AHEAD_MS = 60_000;

type Timestamp = NonNullable<SignedRegistry['timestamp']>;

export interface FreshnessDeps {
  /** Key of the timestamps, as the HTML of this page names it. Empty: the portal host signs none. */
  key: string;
  /** The timestamp in the HTML. */
  pageTimestamp: Timestamp | null;
  isSignedText: (text: string, signature: string, key: string) => Promise<boolean>;
  /** Milliseconds since the page began. This clock never jumps. */
  elapsed?: () => number;
}

/**
 * Checks the age of a served revision. A device clock may be hours wrong, so the time is counted from the newest trusted timestamp, the
 * first of which is in the HTML.
 */
export function createFreshness({ key, pageTimestamp, isSignedText, elapsed = () => performance.now() }: FreshnessDeps) {
  let latestTrusted = pageTimestamp ? Date.parse(pageTimestamp.at) : Number.NEGATIVE_INFINITY;
  let trustedAt = 0;
  const now = () => latestTrusted + elapsed() - trustedAt;

  async function rejectionReason(
    { timestamp }: SignedRegistry,
    revision: number,
    listed: readonly string[] = [key],
  ): Promise<string | null> {
    if (key === '') return null;
    if (!timestamp) return `revision ${revision} has no timestamp`;
    const { at, signature } = timestamp;
    if (timestamp.revision !== revision) return `revision ${revision} has the timestamp of revision ${timestamp.revision}`;
    const isSigned = await Promise.all(listed.map((one) => isSignedText(timestampText(revision, at), signature, one)));
    if (!isSigned.includes(true)) return `the timestamp of revision ${revision} is not signed by the host`;
    if (Date.parse(at) < now() - STALE_MS) return `revision ${revision} is stale: it was current at ${at}`;
    if (Date.parse(at) > now()) {
      latestTrusted = Math.min(Date.parse(at), now() + MAX_AHEAD_MS);
      trustedAt = elapsed();
    }
    return null;
  }

  return {
    /** The trusted time in ms. */
    latestTrusted: () => latestTrusted,
    /** Why a later revision is rejected; null if it is accepted. `listed`: the timestamp keys that this revision names. */
    rejectionReason,
    /** Why the revision of this page may not be current; null if it is. */
    async frozenReason(signed: SignedRegistry, revision: number, listed?: readonly string[]): Promise<string | null> {
      if (key === '') return null;
      if (signed.timestamp && Date.parse(signed.timestamp.at) < now() - STALE_MS)
        return `revision ${revision} is frozen: no later word on it comes`;
      // While the newest trusted timestamp is recent, a page needs no code for signatures.
      return latestTrusted < now() - STALE_MS ? rejectionReason(signed, revision, listed) : null;
    },
  };
}
