import { torontoDate } from '@portal/contracts/_kernel/clock';
import type { DomainNotices, PersistentNotice } from '@portal/contracts/_kernel/persistentNotices';
import { local } from '@portal/device/storage';
import { signal } from '../platform/signal';
import type { Changes } from '../realtime/dataChanges';
import type { SessionCore } from '../session/session';

/** In local storage, which a logout clears. */
const KEPT = 'standing';
const DISMISSED = 'standingDismissed';

interface StoredNotices {
  guardId: string;
  standing: readonly DomainNotices[];
}

/** The notices that a guard closed on this device today. */
interface Dismissed {
  guardId: string;
  day: string;
  ids: readonly string[];
}

function read<T extends { guardId: string }>(key: string, guardId: string | undefined): T | null {
  const stored = local.getJson<T>(key);
  return stored !== null && stored.guardId === guardId ? stored : null;
}

export interface PersistentNoticesDeps {
  session: Pick<SessionCore, 'current' | 'subscribe'>;
  dataChanges: Pick<Changes, 'onChanged'>;
  /** Called when a domain with notices changed: a session reply contains them. */
  refreshSession: () => unknown;
  now: () => Date;
}

/** The persistent notices of the session. They are stored on the device, so that the next start shows them immediately and offline. */
export function createPersistentNotices({ session, dataChanges, refreshSession, now }: PersistentNoticesDeps) {
  const shown = signal<readonly PersistentNotice[]>([]);
  const followed = new Set<string>();
  const guardId = () => session.current()?.guardId;
  const today = () => torontoDate(now());
  let all: readonly DomainNotices[] = [];

  function dismissedToday(): readonly string[] {
    const dismissed = read<Dismissed>(DISMISSED, guardId());
    return dismissed?.day === today() ? dismissed.ids : [];
  }
  function show() {
    const hidden = dismissedToday();
    shown.set(all.flatMap(({ notices }) => notices).filter(({ id }) => !hidden.includes(id)));
  }
  function accept(current: readonly DomainNotices[]) {
    all = current;
    for (const { domain } of current) {
      if (followed.has(domain)) continue;
      followed.add(domain);
      dataChanges.onChanged(domain, refreshSession);
    }
    show();
  }
  const remember = () => accept(read<StoredNotices>(KEPT, guardId())?.standing ?? []);

  let knownGuardId = guardId();
  session.subscribe(() => {
    if (guardId() === knownGuardId) return;
    knownGuardId = guardId();
    remember();
  });
  remember();
  return {
    shown,
    /** Takes the notices of a session reply; an older API sends none. */
    update(current: readonly DomainNotices[] | null | undefined) {
      const id = guardId();
      if (!current || id === undefined) return;
      local.setItem(KEPT, JSON.stringify({ guardId: id, standing: current } satisfies StoredNotices));
      accept(current);
    },
    /** Hides a notice on this device for today. */
    dismiss(id: string) {
      const owner = guardId();
      if (owner === undefined) return;
      local.setItem(DISMISSED, JSON.stringify({ guardId: owner, day: today(), ids: [...dismissedToday(), id] } satisfies Dismissed));
      show();
    },
  };
}
export type PersistentNoticeStore = ReturnType<typeof createPersistentNotices>;
