import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { useState } from 'react';
import type { Draft, LateDraft } from './useDraft';

const momentOf = (at: string) => `${localDay(at, deviceZone())}, ${localTime(at, deviceZone())}`;

/** Neither is thrown away before the guard has said which. */
function LateNotice({ late: { at, fillIn, keepMine } }: { late: LateDraft }) {
  return (
    <Banner
      kind="warning"
      actions={
        <>
          <Button small variant="secondary" onClick={fillIn}>
            Fill it in
          </Button>
          <Button small variant="quiet" onClick={keepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      What you entered on {momentOf(at)} is still on this device. Fill it in, and it replaces what you have entered now; keep yours, and it
      is removed. Until you choose, nothing more is kept.
    </Banner>
  );
}

/** Says that entries came back, from when, and offers to start over (which asks). Nothing when nothing was restored. */
export function DraftNotice({ draft }: { draft: Draft }) {
  const [isAsking, setAsking] = useState(false);
  if (draft.late) return <LateNotice late={draft.late} />;
  if (draft.cannotKeep) return <Banner kind="warning">This browser keeps nothing for later: please finish and save in one go.</Banner>;
  if (!draft.restoredAt) return null;
  return (
    <>
      <Banner
        kind="info"
        actions={
          <Button small variant="secondary" onClick={() => setAsking(true)}>
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
