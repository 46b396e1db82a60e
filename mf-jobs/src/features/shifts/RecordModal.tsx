import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { recordCsv } from '@portal/contracts/shifts/shifts.record';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { ErrorState } from '@portal/ui/ErrorState';
import { Icon } from '@portal/ui/Icon';
import { Skeleton } from '@portal/ui/Skeleton';
import styles from './RecordModal.module.css';
import { RecordSheet } from './RecordSheet';
import { useShiftRecord } from './shifts.queries';

/** Saves the record as a file for spreadsheets. */
function saveCsv(shift: WorkedShift) {
  const url = URL.createObjectURL(new Blob([recordCsv(shift)], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: `shift-record-${shift.shiftDate}.csv` });
  link.click();
  URL.revokeObjectURL(url);
}

/** The record of one of the guard's shifts: read, printed (also as PDF, by the browser) and exported. Open while it is rendered. */
export function RecordModal({ shiftId, onClose }: { shiftId: string; onClose(): void }) {
  const { data, hasData, error, retry } = useShiftRecord(shiftId);
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
      {error && !hasData && <ErrorState title="The record could not be loaded" safe={error.userMessage} onRetry={retry} />}
      {!hasData && !error && <Skeleton shape="rows" count={5} label="Loading the record" />}
      {hasData && <RecordSheet shift={data} />}
    </Dialog>
  );
}
