import { openChannel } from '@portal/device/channel';
import { type DraftKey, draftText } from './draftStore';

const nameOf = ({ guardId, form }: DraftKey) => `portal-draft ${guardId} ${form}`;

/** How the same form learns in another tab that its draft was sent. */
export interface DraftTabs {
  announce(values: Readonly<Record<string, unknown>>): void;
  close(): void;
}

/** Calls `onSent` when another tab sends this draft, with whether it sends the same values as this tab holds. */
export function joinTabs(key: DraftKey, values: () => Record<string, unknown>, onSent: (isSame: boolean) => void): DraftTabs {
  const channel = openChannel(nameOf(key));
  channel?.addEventListener('message', ({ data }) => onSent(data === draftText(values())));
  return {
    announce: (sent) => channel?.postMessage(draftText(sent)),
    close: () => channel?.close(),
  };
}
