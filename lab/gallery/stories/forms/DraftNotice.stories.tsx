import { DraftNotice } from '@portal/forms/DraftNotice';
import type { Draft } from '@portal/forms/useDraft';
import { noop, type Played, press } from '../samples';

export default { component: DraftNotice };

const at = '2027-03-14T12:05:00.000Z';
const draft = (over: Partial<Draft>): Draft => ({
  restoredAt: null,
  isReady: true,
  isStorageBlocked: false,
  conflict: null,
  sentElsewhere: null,
  discard: async () => undefined,
  clear: async () => undefined,
  sendAs: (key, send) => send(key),
  ...over,
});

export const Restored = () => <DraftNotice draft={draft({ restoredAt: at })} />;
export const Disabled = () => <DraftNotice draft={draft({ restoredAt: at })} disabled />;
export const Conflict = () => <DraftNotice draft={draft({ conflict: { at, restoreStored: noop, keepCurrent: noop } })} />;
export const StorageBlocked = () => <DraftNotice draft={draft({ isStorageBlocked: true })} />;
export const SentElsewhere = () => <DraftNotice draft={draft({ sentElsewhere: 'same' })} />;
export const OtherSentElsewhere = () => <DraftNotice draft={draft({ sentElsewhere: 'other' })} />;

export const StartingOver = () => <DraftNotice draft={draft({ restoredAt: at })} />;
StartingOver.play = ({ canvasElement }: Played) => press(canvasElement, 'Start over');
