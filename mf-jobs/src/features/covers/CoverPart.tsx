import { localDay } from '@portal/contracts/_kernel/formats';
import { coverMessages } from '@portal/contracts/covers/covers.rules';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { useNow } from '@portal/mf-kit/useNow';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { StatusChip } from '@portal/ui/StatusChip';
import { useEffect, useState } from 'react';
import { useOfferOf, useWithdrawCover } from './covers.queries';

const load = () => import(/* webpackChunkName: "offer-shift" */ './OfferShiftModal').then((file) => file.OfferShiftModal);
const OfferShiftModal = lazyPart(load, { failed: 'The form could not be loaded' });

/** The state of a shift's cover offer, also of an offer that the server does not have yet. */
export function CoverStatus({ shift }: { shift: Shift }) {
  const { chip, words, isRefused } = useOfferOf(shift, useNow(60_000));
  return (
    <>
      {chip && <StatusChip tone={chip.tone}>{chip.words}</StatusChip>}
      <Status tone={isRefused ? 'danger' : 'quiet'}>{words}</Status>
    </>
  );
}

/** The row's button to offer the shift, or to withdraw the offer. When it disappears, the focus moves to the row's heading. */
export function OfferShift({ jobId, shift }: { jobId: string; shift: Shift }) {
  const { isOfferable, isWithdrawable } = useOfferOf(shift, useNow(60_000));
  const { withdraw, busy } = useWithdrawCover({ ...shift, jobId });
  const [isOpen, setOpen] = useState(false);
  // Loaded after the page, so that a guard can offer a shift without a connection. A failure shows when the form opens.
  useEffect(() => {
    if (isOfferable) load().catch(() => undefined);
  }, [isOfferable]);
  const day = localDay(shift.startTime, shift.timeZone);
  return (
    <>
      {isOfferable && (
        <Button variant="secondary" aria-label={`${coverMessages.offer}, ${day}`} onClick={() => setOpen(true)}>
          {coverMessages.offer}
        </Button>
      )}
      {isWithdrawable && (
        <Button variant="secondary" busy={busy} aria-label={`${coverMessages.withdraw}, ${day}`} onClick={withdraw}>
          {coverMessages.withdraw}
        </Button>
      )}
      {isOpen && <OfferShiftModal jobId={jobId} shift={shift} onClose={() => setOpen(false)} />}
    </>
  );
}
