import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { PageData } from '../platform/pageData';
import type { createFreshness, FreshnessDeps } from './freshness';
import type { ModuleRegistry } from './moduleRegistry';

/**
 * Returns why a served revision is rejected; null if it is accepted or already current. Rejects if the code of the check cannot be
 * loaded: the revision is then not checked.
 */
export function createRevisionCheck(registry: ModuleRegistry, page: Pick<PageData, 'opsKey' | 'timestampKey' | 'timestamp'>) {
  const signatures = () => import('./signatures');
  const isSignedText: FreshnessDeps['isSignedText'] = async (...given) => (await signatures()).isSignedText(...given);
  let freshness: ReturnType<typeof createFreshness> | undefined;

  async function loadFreshness() {
    const { createFreshness } = await import('./freshness');
    freshness ??= createFreshness({ key: page.timestampKey, pageTimestamp: page.timestamp ?? null, isSignedText });
    return freshness;
  }

  return async function defect(signed: SignedRegistry, next: Registry): Promise<string | null> {
    const { revision, handovers = [], timestampKeys } = registry.current();
    if (next.candidate) return `revision ${next.revision} is a candidate`;
    if (next.revision < revision) return `revision ${next.revision} is older than ${revision}`;
    if (next.revision === revision) return (await loadFreshness()).frozenReason(signed, revision, timestampKeys);
    const { isSigned, signingKeyFor: keyFor } = await signatures();
    const key = await keyFor(next.revision, page.opsKey, [...handovers, ...(next.handovers ?? [])]);
    if (key === null || !(await isSigned(signed, key))) return `revision ${next.revision} is not signed by the key of this page`;
    return (await loadFreshness()).rejectionReason(signed, next.revision, next.timestampKeys);
  };
}
