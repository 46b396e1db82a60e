import { withDeadline } from '@portal/mf-kit/loadFailure';
import type { Outbox } from '@portal/mf-kit/portal';
import { deleteSentDraft, type StoredDraft } from './draftStore';

/** An outbox that was not read by then holds up no form. */
const OUTBOX_MS = 3000;

/**
 * The draft that a form begins with: null while the write that it was sent by is under way, and once that is sent, which forgets it. A page
 * that was loaded anew asks the device first. What cannot be told is better offered twice than lost.
 */
export async function toOffer(guardId: string, draft: StoredDraft | null, outbox: Outbox | undefined): Promise<StoredDraft | null> {
  if (!draft?.sentAs || !outbox) return draft;
  await withDeadline(OUTBOX_MS, 'the outbox', Promise.resolve(outbox.read?.())).catch(() => undefined);
  const state = outbox.current().find(({ key }) => key === draft.sentAs)?.state;
  if (state === undefined || state === 'failed') return draft;
  // A device that refuses is asked at the next look; the form waits for neither.
  if (state === 'sent') deleteSentDraft(guardId, draft.sentAs).catch(() => undefined);
  return null;
}
