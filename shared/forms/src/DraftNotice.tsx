import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { useState } from 'react';
import type { Draft } from './useDraft';

/** Says that entries came back, from when, and offers to start over (which asks). Nothing when nothing was restored. */
export function DraftNotice({ draft }: { draft: Draft }) {
  const [isAsking, setAsking] = useState(false);
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
        We kept what you entered on {localDay(draft.restoredAt, deviceZone())}, {localTime(draft.restoredAt, deviceZone())}; it is only on
        this device until you save.
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
