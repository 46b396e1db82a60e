import { call, isApiError } from '@portal/api-client/call';
import { deviceKey } from '@portal/contracts/auth/auth.device-key';
import { dropKey, findKey, keepKey } from '@portal/device/keys';
import { canSeal, importKey } from '@portal/device/sealed';
import type { SessionCore } from '../session/session';
import type { EntryStore, FindOutboxKey } from './entryStore';
import type { OutboxEngine } from './outboxEngine';

export interface GuardKeyDeps {
  session: Pick<SessionCore, 'current'>;
  report(detail: string): void;
}

/** The guard's key for waiting writes: from the server after log-in, and on this device until the session ends. */
export function createGuardKey({ session, report }: GuardKeyDeps) {
  let owner: string | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const current = () => session.current()?.guardId ?? null;

  const keyOf: FindOutboxKey = (guardId) =>
    findKey('outbox', guardId).catch((error: unknown) => {
      report(String(error));
      return null;
    });

  /** Returns whether the device has the key and the session has not ended. */
  async function ensureKey(guardId: string): Promise<boolean> {
    if (await findKey('outbox', guardId)) return true;
    const { key } = (await call(deviceKey, {})).data;
    const imported = await importKey(key);
    if (current() === guardId) await keepKey('outbox', guardId, imported);
    return current() === guardId;
  }

  /** Requests a missing key, seals plain rows, and deletes the key of an ended session. */
  async function update(entries: Pick<EntryStore, 'sealPlain'>): Promise<boolean> {
    const guardId = current();
    const before = owner;
    if (guardId) owner = guardId;
    // The session can end while its key is being stored.
    if (before && before !== guardId) await dropKey('outbox', before);
    if (!guardId || !canSeal()) return false;
    const had = await keyOf(guardId);
    if (!(await ensureKey(guardId))) {
      await dropKey('outbox', guardId);
      return false;
    }
    await entries.sealPlain(guardId);
    return had === null;
  }

  /** Never rejects. Returns whether more rows may open than before. */
  function updateInSequence(entries: Pick<EntryStore, 'sealPlain'>): Promise<boolean> {
    const updated = last
      .then(() => update(entries))
      .catch((error: unknown) => {
        if (!isApiError(error)) report(String(error));
        return false;
      });
    last = updated;
    return updated;
  }

  return {
    keyOf,
    /** `sendNow` also updates the key, and sends again when a new key arrives. It does not wait for the key. */
    attach: <Q extends Pick<OutboxEngine, 'sendNow'>>(entries: Pick<EntryStore, 'sealPlain'>, queue: Q): Q => ({
      ...queue,
      async sendNow() {
        void updateInSequence(entries).then((isNew) => (isNew ? queue.sendNow() : undefined));
        await queue.sendNow();
      },
    }),
  };
}
