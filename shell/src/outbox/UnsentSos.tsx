import { sosCall, sosNotice } from '@portal/contracts/_kernel/sosNotice';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { regions } from '@portal/mf-kit/pageLayout';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import { Banner } from '@portal/ui/Banner';
import { createPortal } from 'react-dom';
import styles from '../chrome/PersistentNotices.module.css';
import { useSignal } from '../platform/signal';
import type { OutboxProps } from './outboxTypes';

const isCall = ({ input }: WriteEntry) => (input as { active?: boolean } | undefined)?.active === true;

/** An SOS that the server does not have, among the notices of every page but On Job, which has its own bar. */
export function UnsentSos({ outbox, place }: Pick<OutboxProps, 'outbox' | 'place'>) {
  const { pathname } = useSignal(place);
  const last = useSignal(outbox.entries).findLast(({ endpointId }) => endpointId === sosCall);
  const region = document.getElementById(regions.standing);
  if (!region || !last || last.state === 'sent' || !isCall(last) || pathname === jobsPaths.onJob()) return null;
  return createPortal(
    <section className={styles.notices} aria-label="SOS">
      <Banner kind="error" actions={<a href={jobsPaths.onJob()}>{sosNotice.label}</a>}>
        {isUnsent(last) ? sosNotice.unsent : sosNotice.failed}
      </Banner>
    </section>,
    region,
  );
}
