import { localDay } from '@portal/contracts/_kernel/formats';
import { deletedData, retainedData } from '@portal/contracts/privacy/privacy.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { useState } from 'react';
import { DeletionModal } from './DeletionModal';
import styles from './Privacy.module.css';
import { useCancelDeletion, useDeletion } from './privacy.queries';

function Requested({ takeBackUntil }: { takeBackUntil: string }) {
  const { takeBack, busy } = useCancelDeletion();
  return (
    <Banner
      kind="warning"
      actions={
        <Button small variant="secondary" busy={busy} onClick={takeBack}>
          Keep my account
        </Button>
      }
    >
      {`You asked us to delete your account. You can change your mind until ${localDay(takeBackUntil)}.`}
    </Banner>
  );
}

/** Explains which data a deletion removes and which must stay, before the guard requests it. Afterwards it offers to cancel. */
export function AccountDeletion() {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.block} aria-labelledby="privacy-deletion">
      <h3 id="privacy-deletion" tabIndex={-1}>
        Delete my account
      </h3>
      <div className={styles.fates}>
        <div>
          <h4>What is deleted</h4>
          <ul>
            {deletedData.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
        <div>
          <h4>What we must keep</h4>
          <ul>
            {retainedData.map(({ what, until, why }) => (
              <li key={what}>
                {what}: {until}. <span className={styles.quiet}>{why}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <QueryView query={useDeletion()} failed="Your request could not be loaded" loading={{ count: 1, label: 'Looking for a request' }}>
        {({ request }) =>
          request ? (
            <Requested takeBackUntil={request.takeBackUntil} />
          ) : (
            <Button variant="danger" className={styles.start} onClick={() => setAsking(true)}>
              Delete my account
            </Button>
          )
        }
      </QueryView>
      {isAsking && <DeletionModal onClose={() => setAsking(false)} />}
    </section>
  );
}
