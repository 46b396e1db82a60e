import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { useState } from 'react';
import type { Draft, LateDraft } from './useDraft';

const momentOf = (at: string) => `${localDay(at, deviceZone())}, ${localTime(at, deviceZone())}`;

/** Neither is thrown away before the guard has said which. */
function LateNotice({ late: { at, fillIn, keepThis }, disabled }: { late: LateDraft; disabled: boolean }) {
  return (
    <Banner
      kind="warning"
      actions={
        <>
          <Button small variant="secondary" disabled={disabled} onClick={fillIn}>
            Fill it in
          </Button>
          <Button small variant="quiet" disabled={disabled} onClick={keepThis}>
            Keep this
          </Button>
        </>
      }
    >
      What you entered on {momentOf(at)} is still on this device. Fill it in, and it replaces what stands here now; keep this, and the older
      entries are removed. Until you choose, nothing more is kept.
    </Banner>
  );
}

/**
 * Says that entries came back, from when, and offers to start over (which asks). Nothing when nothing was restored. `disabled` while something
 * is under way that would be lost with the entries, as a recording.
 */
export function DraftNotice({ draft, disabled = false }: { draft: Draft; disabled?: boolean }) {
  const [isAsking, setAsking] = useState(false);
  if (draft.late) return <LateNotice late={draft.late} disabled={disabled} />;
  if (draft.cannotKeep) return <Banner kind="warning">This browser keeps nothing for later: please finish and save in one go.</Banner>;
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
        We kept what you entered on {momentOf(draft.restoredAt)}; it is only on this device until you save.
      </Banner>
      <ConfirmDialog
        open={isAsking}
        title="Start over?"
        body="What you entered and the files you chose since the last save are removed from this device."
        confirm="Start over"
        cancel="Keep my entries"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void draft.startOver();
        }}
      />
    </>
  );
}
