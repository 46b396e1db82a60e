import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { PageData } from '../platform/pageData';
import { createFreshness, type FreshnessDeps } from './freshness';
import type { ModuleRegistry } from './moduleRegistry';

/**
 * Why a revision that the host serves is not to be taken; null when it is, or is the one of this page. Rejects when the code that checks
 * signatures cannot be had: the revision is then not judged.
 */
export function createRevisionCheck(registry: ModuleRegistry, page: Pick<PageData, 'opsKey' | 'timestampKey' | 'timestamp'>) {
  const signatures = () => import('./signatures');
  const isSignedText: FreshnessDeps['isSignedText'] = async (...given) => (await signatures()).isSignedText(...given);
  const freshness = createFreshness({ key: page.timestampKey, pageTimestamp: page.timestamp ?? null, isSignedText });

  return async function defect(signed: SignedRegistry, next: Registry): Promise<string | null> {
    const { revision, handovers = [] } = registry.current();
    if (next.candidate) return `revision ${next.revision} is a candidate`;
    if (next.revision < revision) return `revision ${next.revision} is older than ${revision}`;
    if (next.revision === revision) return freshness.isStale(signed) ? `revision ${revision} is frozen: no later word on it comes` : null;
    const { isSigned, signingKeyFor: keyFor } = await signatures();
    const key = await keyFor(next.revision, page.opsKey, [...handovers, ...(next.handovers ?? [])]);
    if (key === null || !(await isSigned(signed, key))) return `revision ${next.revision} is not signed by the key of this page`;
    return freshness.rejectionReason(signed, next.revision, next.timestampKeys);
  };
}
