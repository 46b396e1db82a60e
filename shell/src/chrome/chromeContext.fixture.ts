import type { PersistentNotice } from '@portal/contracts/_kernel/persistentNotices';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { PendingNavigation } from '../navigation/offlineNavigation';
import type { PageLocation } from '../navigation/pageLocation';
import { createNotices } from '../notices/notices';
import { signal } from '../platform/signal';
import type { BadgeCounts } from '../realtime/badgeCounts';
import type { ChromeContext } from './chromeContext';
import { createTheme } from './theme';

/** The context of the chrome on the job search, with an empty outbox and no notices. */
export function createChromeContext(
  { portal, registry }: Pick<ChromeContext, 'portal' | 'registry'>,
  chrome: PageLocation['chrome'] = 'guard',
): ChromeContext {
  return {
    portal,
    registry,
    pageLocation: signal<PageLocation>({ chrome, module: null, pathname: jobsPaths.search(), hash: '' }),
    notices: createNotices(),
    theme: createTheme(),
    isLost: signal(false),
    staleSince: signal(null),
    pendingNavigation: signal<PendingNavigation | null>(null),
    outbox: { entries: signal([]), retry: () => undefined, dismiss: () => undefined },
    confirmation: { asked: signal(null) },
    counts: signal<BadgeCounts>({}),
    persistentNotices: { shown: signal<readonly PersistentNotice[]>([]), dismiss: () => undefined },
    isMenuOpen: signal(false),
    onLinkHint: () => undefined,
  };
}
