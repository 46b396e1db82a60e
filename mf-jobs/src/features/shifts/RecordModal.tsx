import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { recordCsv } from '@portal/contracts/shifts/shifts.record';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { askAboutPay, askAboutPayLabel } from '@portal/contracts/tickets/tickets.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Dialog } from '@portal/ui/Dialog';
import { download } from '@portal/ui/download';
import { Icon } from '@portal/ui/Icon';
import type { ReactNode } from 'react';
import styles from './RecordModal.module.css';
import { RecordSheet } from './RecordSheet';
import { useShiftRecord } from './shifts.queries';

const saveCsv = (shift: WorkedShift) => download(recordCsv(shift), 'text/csv;charset=utf-8', `shift-record-${shift.shiftDate}.csv`);

/** Shows, prints and exports the record of one of the guard's shifts. `children` are shown above it. */
export function RecordModal({ shiftId, onClose, children }: { shiftId: string; onClose(): void; children?: ReactNode }) {
  const portal = usePortal();
  const query = useShiftRecord(shiftId);
  const { data, hasData } = query;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      className={styles.record}
      title={onJobLabels.record}
      actions={
        hasData && (
          <>
            {data.ended && (
              <ButtonLink variant="quiet" href={askAboutPay(data.jobId)} onNavigate={portal.navigate}>
                {askAboutPayLabel}
              </ButtonLink>
            )}
            <Button variant="secondary" icon={<Icon name="download" size={20} />} onClick={() => saveCsv(data)}>
              Download CSV
            </Button>
            <Button icon={<Icon name="note" size={20} />} onClick={() => window.print()}>
              Print or save as PDF
            </Button>
          </>
        )
      }
    >
      {children && <div className={styles.above}>{children}</div>}
      <QueryView query={query} failed="The record could not be loaded" loading={{ shape: 'rows', count: 5, label: 'Loading the record' }}>
        {(shift) => <RecordSheet shift={shift} />}
      </QueryView>
    </Dialog>
  );
}
