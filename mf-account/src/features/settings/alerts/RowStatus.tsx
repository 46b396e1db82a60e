import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import styles from './Alerts.module.css';
import type { Change, RowState } from './useAlertSettings';

/** What became of a row's last switch. */
export function RowStatus({ title, state, onRetry }: { title: string; state: RowState; onRetry: (change: Change) => void }) {
  const tone = state.kind === 'failed' ? 'danger' : state.kind === 'saved' ? 'success' : 'quiet';
  return (
    <div className={styles.status}>
      <Status tone={tone}>
        {state.kind === 'saving' && 'Saving…'}
        {state.kind === 'saved' && state.message}
        {state.kind === 'failed' &&
          (state.isUnknown ? 'No answer came. We look up again what is saved.' : `Not saved, and put back. ${state.message}`)}
      </Status>
      {state.kind === 'failed' && (
        <Button small variant="quiet" aria-label={`Try again: ${title}`} onClick={() => onRetry(state.change)}>
          Try again
        </Button>
      )}
    </div>
  );
}
