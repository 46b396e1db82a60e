import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { Page } from '../boot/page';
import { createFreshness, type FreshnessParts } from './freshness';
import type { LiveRegistry } from './registry';

/**
 * Why a revision that the host serves is not to be taken; null when it is, or is the one of this page. Rejects when the code that checks
 * signatures cannot be had: the revision is then not judged.
 */
export function createJudge(registry: LiveRegistry, page: Pick<Page, 'opsKey' | 'timestampKey' | 'timestamp'>) {
  const signatures = () => import('./signature');
  const isSignedText: FreshnessParts['isSignedText'] = async (...given) => (await signatures()).isSignedText(...given);
  const freshness = createFreshness({ key: page.timestampKey, first: page.timestamp ?? null, isSignedText });

  return async function defect(signed: SignedRegistry, next: Registry): Promise<string | null> {
    const { revision, handovers = [] } = registry.current();
    if (next.candidate) return `revision ${next.revision} is a candidate`;
    if (next.revision < revision) return `revision ${next.revision} is older than ${revision}`;
    if (next.revision === revision) return freshness.isStale(signed) ? `revision ${revision} is frozen: no later word on it comes` : null;
    const { isSigned, keyFor } = await signatures();
    const key = await keyFor(next.revision, page.opsKey, [...handovers, ...(next.handovers ?? [])]);
    if (key === null || !(await isSigned(signed, key))) return `revision ${next.revision} is not signed by the key of this page`;
    return freshness.defect(signed, next.revision, next.timestampKeys);
  };
}
