import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PushState } from '@portal/mf-kit/pushAccess';
import { Button } from '@portal/ui/Button';
import { Switch } from '@portal/ui/Switch';
import { useState } from 'react';
import styles from './Alerts.module.css';
import { RowStatus } from './RowStatus';
import type { RowState, SwitchChange } from './useAlertSettings';

type Here = PushState | 'failed';

/** Texts about this browser while push messages are on. */
const browserTexts: Readonly<Record<Here, string | null>> = {
  allowed: 'This browser shows them, even when the portal is closed.',
  'not asked': 'This browser has not been asked yet whether it may show them.',
  blocked: 'This browser blocks them. Allow notifications for this page in the browser’s settings, then turn the switch off and on.',
  unsupported: 'This browser cannot show them. Your other devices still can.',
  unconfigured: 'Push messages are not set up on this portal, so none are sent. Your choice is kept until they are.',
  failed: 'This browser allows them, but could not be reached just now.',
};
const canAsk = (here: Here) => here === 'not asked' || here === 'failed';

/** The switch belongs to the account; the permission belongs to the browser. */
export function PushRow({ isOn, state, onChange }: { isOn: boolean; state: RowState; onChange: (change: SwitchChange) => void }) {
  const { push } = usePortal();
  const [here, setHere] = useState<Here>(() => push?.state() ?? 'unconfigured');
  const [isAsking, setAsking] = useState(false);
  async function allow() {
    if (!push) return;
    setAsking(true);
    setHere(await push.allow());
    setAsking(false);
  }
  const toggle = (wanted: boolean) => {
    onChange({ row: 'push', channel: null, isOn: wanted });
    if (wanted) void allow();
  };
  return (
    <div className={styles.push}>
      <Switch
        label={<strong>Push notifications</strong>}
        hint="News on this device while the portal is closed. We ask your browser for it when you turn it on."
        checked={isOn}
        onChange={(event) => toggle(event.target.checked)}
      />
      {isOn && browserTexts[here] && (
        <p className={styles.here} data-state={here} role="status">
          {browserTexts[here]}
        </p>
      )}
      {isOn && canAsk(here) && (
        <Button small variant="secondary" busy={isAsking} onClick={() => void allow()}>
          Allow on this browser
        </Button>
      )}
      <RowStatus title="Push notifications" state={state} onRetry={onChange} />
    </div>
  );
}
