import type { Guard } from '@portal/contracts/_kernel/guard';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Portal } from '@portal/mf-kit/portal';
import { useSession } from '@portal/mf-kit/useSession';

/** The screen that each remote's next release adds. It shows data of the next API and of the next shell, if present. */
export function NextScreen() {
  const portal: Portal & { edition?(): string } = usePortal();
  const guard: (Guard & { badge?: string }) | undefined = useSession()?.guard;
  return (
    <>
      <h1>Next</h1>
      <p>Edition: {portal.edition?.() ?? 'not said'}</p>
      <p>Badge: {guard?.badge ?? 'none'}</p>
    </>
  );
}
