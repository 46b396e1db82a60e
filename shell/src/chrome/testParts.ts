import type { StandingNotice } from '@portal/contracts/_kernel/standing';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { signal } from '../boot/signal';
import type { Counts } from '../live/counts';
import type { Awaited } from '../navigation/held';
import { createNotices } from '../notices/notices';
import { createTheme } from '../theme/theme';
import type { ChromeParts, Place } from './context';

/** What the regions of a page share on the search for jobs, where nothing waits and nothing was said. */
export function partsOf({ portal, registry }: Pick<ChromeParts, 'portal' | 'registry'>, chrome: Place['chrome'] = 'guard'): ChromeParts {
  return {
    portal,
    registry,
    place: signal<Place>({ chrome, module: null, pathname: jobsPaths.search(), hash: '' }),
    notices: createNotices(),
    theme: createTheme(),
    isLost: signal(false),
    shownAs: signal(null),
    awaited: signal<Awaited | null>(null),
    outbox: { entries: signal([]), retry: () => undefined, dismiss: () => undefined },
    confirmation: { asked: signal(null) },
    counts: signal<Counts>({}),
    standing: { shown: signal<readonly StandingNotice[]>([]), dismiss: () => undefined },
    isMenuOpen: signal(false),
    onHint: () => undefined,
  };
}
