import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import styles from './Alerts.module.css';
import type { RowState, SwitchChange } from './useAlertSettings';

function words(state: RowState): string | null {
  if (state.kind === 'saving') return 'Saving…';
  if (state.kind === 'saved') return state.message;
  if (state.kind !== 'failed') return null;
  return state.isUnknown ? 'No reply came. We are checking what was saved.' : `Not saved, and put back. ${state.message}`;
}

/** The state of a row's last save. */
export function RowStatus({ title, state, onRetry }: { title: string; state: RowState; onRetry: (change: SwitchChange) => void }) {
  const tone = state.kind === 'failed' ? 'danger' : state.kind === 'saved' ? 'success' : 'quiet';
  return (
    <div className={styles.status}>
      <Status tone={tone}>{words(state)}</Status>
      {state.kind === 'failed' && (
        <Button small variant="quiet" aria-label={`Try again: ${title}`} onClick={() => onRetry(state.change)}>
          Try again
        </Button>
      )}
    </div>
  );
}
