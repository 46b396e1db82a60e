import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import type { ExportState } from '@portal/contracts/privacy/privacy.endpoints';
import { privacyLimits, privacyMessages } from '@portal/contracts/privacy/privacy.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { Status } from '@portal/ui/Status';
import { sizeText } from '@portal/ui/sizeText';
import styles from './Privacy.module.css';
import { useCopy, useDownload } from './privacy.queries';

function UnderWay({ copy }: { copy: ExportState }) {
  return (
    <div className={styles.progress}>
      <progress max={100} value={copy.progress} aria-label="Making your copy" />
      <span>{copy.state === 'waiting' ? 'It is in the queue' : `${copy.progress} %`}</span>
    </div>
  );
}

function Ready({ copy, onGone }: { copy: ExportState; onGone: () => void }) {
  const { save, busy } = useDownload(onGone);
  const until = copy.expiresAt ?? '';
  return (
    <div className={styles.ready}>
      <Button icon={<Icon name="download" size={20} />} busy={busy} onClick={() => save(copy)}>
        {`Download the ZIP, ${sizeText(copy.bytes ?? 0)}`}
      </Button>
      <span className={styles.quiet}>{`Until ${localDay(until)}, ${localTime(until)}, and only while you are logged in.`}</span>
    </div>
  );
}

const lines: Partial<Record<ExportState['state'], string>> = {
  waiting: privacyMessages.exportAsked,
  working: privacyMessages.exportAsked,
  done: privacyMessages.exportReady,
  failed: privacyMessages.exportFailed,
};

/** A copy of all data that the server makes. It is requested, in progress, or ready until its link expires. */
export function DataExport() {
  const { query, copy, isInProgress, isExpired, canRequest, ask, busy } = useCopy();
  return (
    <section className={styles.block} aria-labelledby="privacy-copy">
      <h3 id="privacy-copy" tabIndex={-1}>
        Take a copy
      </h3>
      <p>
        A ZIP file of everything we store: your records as JSON and CSV, and your pictures and recordings. In chats, other guards appear as
        initials. The link works for {privacyLimits.linkHours} hours.
      </p>
      <QueryView query={query} failed="Your copy could not be loaded" loading={{ count: 1, label: 'Looking for your copy' }}>
        {() => (
          <>
            {copy && isInProgress && <UnderWay copy={copy} />}
            {copy?.state === 'done' && !isExpired && <Ready copy={copy} onGone={query.retry} />}
            {canRequest && (
              <Button variant="secondary" className={styles.start} busy={busy} onClick={ask}>
                {copy?.state === 'done' && !isExpired ? 'Make a new copy' : 'Make my copy'}
              </Button>
            )}
            {copy?.state === 'done' && !canRequest && copy.newFrom && (
              <p className={styles.quiet}>{privacyMessages.exportSame(localTime(copy.newFrom))}</p>
            )}
          </>
        )}
      </QueryView>
      <Status tone={copy?.state === 'failed' ? 'danger' : 'quiet'}>
        {isExpired ? privacyMessages.exportOver : copy && lines[copy.state]}
      </Status>
    </section>
  );
}
