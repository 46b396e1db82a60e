import type { SignedRegistry } from '@portal/mf-kit/module';
import { timestampText } from '@portal/mf-kit/timestamp';

/** The host signs its word anew each minute: older than this, somebody keeps an old one from going. */
const STALE_MS = 10 * 60_000;

/** As far as one word may be ahead of what this page knows: one of a host whose clock is wrong must not make all later ones old. */
const MAX_AHEAD_MS = 60_000;

type Timestamp = NonNullable<SignedRegistry['timestamp']>;

export interface FreshnessDeps {
  /** The key of the host's word, as the host pinned it in this page; empty: it gives none. */
  key: string;
  /** The word in the HTML. */
  pageTimestamp: Timestamp | null;
  isSignedText: (text: string, signature: string, key: string) => Promise<boolean>;
  /** Milliseconds since the page began; whatever clock the device has, it does not jump. */
  elapsed?: () => number;
}

/**
 * Whether what the host serves is as of now. A phone's clock may be wrong by hours, so now is counted from the newest word that was
 * believed, the first of which came with the page.
 */
export function createFreshness({ key, pageTimestamp, isSignedText, elapsed = () => performance.now() }: FreshnessDeps) {
  let latestTrusted = pageTimestamp ? Date.parse(pageTimestamp.at) : Number.NEGATIVE_INFINITY;
  let heardAt = 0;
  const now = () => latestTrusted + elapsed() - heardAt;

  return {
    /** The instant that is believed to be past, in ms. */
    latestTrusted: () => latestTrusted,
    /** Whether the word is old; nothing is said of who signed it. */
    isStale: ({ timestamp }: SignedRegistry): boolean =>
      key !== '' && timestamp !== undefined && Date.parse(timestamp.at) < now() - STALE_MS,
    /** Why a later revision is not to be taken; null when it is. `listed`: the keys that count, as the ops key signed them with it. */
    async rejectionReason({ timestamp }: SignedRegistry, revision: number, listed: readonly string[] = [key]): Promise<string | null> {
      if (key === '') return null;
      if (!timestamp) return `revision ${revision} comes without a word on when it was current`;
      const { at, signature } = timestamp;
      if (timestamp.revision !== revision) return `revision ${revision} comes with the word on revision ${timestamp.revision}`;
      const isTheirs = await Promise.all(listed.map((one) => isSignedText(timestampText(revision, at), signature, one)));
      if (!isTheirs.includes(true)) return `when revision ${revision} was current is not signed by the host`;
      if (Date.parse(at) < now() - STALE_MS) return `revision ${revision} is stale: it was current at ${at}`;
      if (Date.parse(at) > now()) {
        latestTrusted = Math.min(Date.parse(at), now() + MAX_AHEAD_MS);
        heardAt = elapsed();
      }
      return null;
    },
  };
}
export type Freshness = ReturnType<typeof createFreshness>;
