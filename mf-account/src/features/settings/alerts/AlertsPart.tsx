import type { Guard } from '@portal/contracts/_kernel/guard';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Switch } from '@portal/ui/Switch';
import { useId } from 'react';
import { useSettings } from '../settings.queries';
import styles from './Alerts.module.css';
import { channels, kinds } from './alerts.text';
import { PushRow } from './PushRow';
import { RowStatus } from './RowStatus';
import { useAlertSettings } from './useAlertSettings';

/** The guard's alerts and their channels; every switch is saved immediately (SETTING-07..16). */
export function AlertsPart({ guardId }: { guardId: string }) {
  const query = useSettings(guardId);
  return (
    <QueryView query={query} failed="Your alert settings could not be loaded" loading={{ shape: 'rows', label: 'Loading your settings' }}>
      {({ guard }) => <Matrix guard={guard} />}
    </QueryView>
  );
}

function Matrix({ guard }: { guard: Guard }) {
  const id = useId();
  const { shown, stateOf, change } = useAlertSettings(guard.id, guard.notificationSettings);
  return (
    <div className={styles.matrix}>
      <PushRow isOn={shown.isNotification} state={stateOf('push')} onChange={change} />
      {kinds.map(({ id: row, title, hint }) => (
        <fieldset key={row} className={styles.row} aria-labelledby={`${id}-${row}`} aria-describedby={`${id}-${row}-hint`}>
          <div className={styles.about}>
            <h3 id={`${id}-${row}`}>{title}</h3>
            <p id={`${id}-${row}-hint`}>{hint}</p>
          </div>
          <div className={styles.ways}>
            {channels.map(({ id: channel, label }) => (
              <Switch
                key={channel}
                label={label}
                checked={shown[row][channel]}
                onChange={(event) => change({ row, channel, isOn: event.target.checked })}
              />
            ))}
          </div>
          <RowStatus title={title} state={stateOf(row)} onRetry={change} />
        </fieldset>
      ))}
      <p className={styles.note}>All alerts appear under Alerts in the menu, whichever you choose here.</p>
    </div>
  );
}
