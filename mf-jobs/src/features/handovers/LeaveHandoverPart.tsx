import { handoverMessages } from '@portal/contracts/handovers/handovers.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { UnsentActions } from '@portal/mf-kit/UnsentActions';
import { useNow } from '@portal/mf-kit/useNow';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { useEffect, useState } from 'react';
import { isHandoverOpen, useOwnHandover } from './handovers.queries';

const load = () => import(/* webpackChunkName: "handover" */ './HandoverModal');
const HandoverModal = lazyPart(() => load().then((file) => file.HandoverModal), { failed: 'The form could not be loaded' });

/** The guard's note for the next guard, while it can be left. */
export function LeaveHandoverPart({ shift }: { shift: WorkedShift }) {
  const now = useNow(60_000);
  const [isOpen, setOpen] = useState(false);
  const { note, acts } = useOwnHandover(shift);
  // Loaded after the page, so that a note can be written without a connection. A failure shows when the form opens.
  useEffect(() => {
    load()
      .then((file) => file.loadRecorder())
      .catch(() => undefined);
  }, []);
  const isOffered = now !== null && isHandoverOpen(shift, now);
  return (
    <>
      {isOffered && (
        <Button wide variant="secondary" icon={<Icon name="note" size={20} />} onClick={() => setOpen(true)}>
          {note ? handoverMessages.change : handoverMessages.leave}
        </Button>
      )}
      <UnsentActions acts={acts} zone={shift.timeZone} label={handoverMessages.own} />
      {isOpen && <HandoverModal shift={shift} note={note} onClose={() => setOpen(false)} />}
    </>
  );
}
