import { sosCall, sosNotice } from '@portal/contracts/_kernel/sosNotice';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { regions } from '@portal/mf-kit/frame';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useWaiting';
import { Banner } from '@portal/ui/Banner';
import { createPortal } from 'react-dom';
import { useSignal } from '../boot/signal';
import styles from '../chrome/Standing.module.css';
import type { WaitingProps } from './parts';

const isCall = ({ input }: WriteEntry) => (input as { active?: boolean } | undefined)?.active === true;

/** An SOS that the server does not have, among the notices of every page but On Job, which has its own bar. */
export function UnsentSos({ outbox, place }: Pick<WaitingProps, 'outbox' | 'place'>) {
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
