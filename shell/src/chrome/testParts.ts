import type { StandingNotice } from '@portal/contracts/_kernel/standing';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { fakePortal, type PortalOver } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { signal } from '../boot/signal';
import { createRegistry } from '../composition/registry';
import type { Counts } from '../live/counts';
import type { Awaited } from '../navigation/held';
import { createNotices } from '../notices/notices';
import { createTheme } from '../theme/theme';
import type { ChromeParts, Place } from './context';

export const registry = createRegistry(declaredRegistry(), {});

/** What the chrome of a guard shares, on /search-job. */
export function chromeParts(over: PortalOver = {}, chrome: Place['chrome'] = 'guard', someone = guard()): ChromeParts {
  return {
    portal: fakePortal(someone, over),
    registry,
    place: signal<Place>({ chrome, module: null, pathname: '/search-job', hash: '' }),
    notices: createNotices(),
    theme: createTheme(),
    isLost: signal(false),
    shownAs: signal(null),
    awaited: signal<Awaited | null>(null),
    outbox: { entries: signal([]), retry: () => undefined, dismiss: () => undefined },
    counts: signal<Counts>({}),
    standing: { shown: signal<readonly StandingNotice[]>([]), dismiss: () => undefined },
    isMenuOpen: signal(false),
    onHint: () => undefined,
  };
}
