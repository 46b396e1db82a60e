import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { useState } from 'react';
import type { Draft, DraftConflict } from './useDraft';

const formatInstant = (at: string) => `${localDay(at, deviceZone())}, ${localTime(at, deviceZone())}`;

function ConflictNotice({ conflict: { at, restoreStored, keepCurrent }, disabled }: { conflict: DraftConflict; disabled: boolean }) {
  return (
    <Banner
      kind="warning"
      actions={
        <>
          <Button small variant="secondary" disabled={disabled} onClick={restoreStored}>
            Restore it
          </Button>
          <Button small variant="quiet" disabled={disabled} onClick={keepCurrent}>
            Keep this
          </Button>
        </>
      }
    >
      What you entered on {formatInstant(at)} is still on this device. “Restore it” replaces what is here now. “Keep this” removes the older
      entries. Until you choose, nothing new is saved on this device.
    </Banner>
  );
}

/**
 * Shows that a draft was restored, with its time and a button to start over (after a question); or a conflict, blocked storage, or that
 * another tab sent the form. `disabled` blocks the buttons while they would lose more than the entries, such as a recording.
 */
export function DraftNotice({ draft, disabled = false }: { draft: Draft; disabled?: boolean }) {
  const [isAsking, setAsking] = useState(false);
  if (draft.conflict) return <ConflictNotice conflict={draft.conflict} disabled={disabled} />;
  if (draft.isStorageBlocked) return <Banner kind="warning">This browser cannot keep a draft. Please finish and save now.</Banner>;
  if (draft.sentElsewhere)
    return (
      <Banner kind="info">
        {draft.sentElsewhere === 'same'
          ? 'You sent this form in another tab, so it is empty here.'
          : 'You sent this form with other entries in another tab. What you entered here has not been sent.'}
      </Banner>
    );
  if (!draft.restoredAt) return null;
  return (
    <>
      <Banner
        kind="info"
        actions={
          <Button small variant="secondary" disabled={disabled} onClick={() => setAsking(true)}>
            Start over
          </Button>
        }
      >
        We kept what you entered on {formatInstant(draft.restoredAt)}; it is only on this device until you save.
      </Banner>
      <ConfirmDialog
        open={isAsking}
        title="Start over?"
        body="This removes what you entered and the files you chose since the last save from this device."
        confirm="Start over"
        cancel="Keep my entries"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void draft.discard();
        }}
      />
    </>
  );
}
