import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import { calendarMessages } from '@portal/contracts/calendar/calendar.endpoints';
import { readFailureText } from '@portal/mf-kit/failure';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { useRef, useState } from 'react';
import styles from './CalendarModal.module.css';
import { useFeed, useFeedActions } from './calendar.queries';

const formatInstant = (instant: string) => `${localDay(instant)}, ${localTime(instant)}`;

/** Creates, copies and revokes the guard's private calendar address. */
export function CalendarModal({ onClose }: { onClose(): void }) {
  const { data, hasData, error, retry } = useFeed();
  const { url, make, revoke, making, revoking, failed } = useFeedActions();
  const feed = hasData ? data.feed : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={calendarMessages.title}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        <p>{calendarMessages.what}</p>
        {error && <ErrorState title="Your calendar could not be loaded" detail={readFailureText(error)} onRetry={retry} />}
        {!hasData && !error && <Skeleton shape="rows" count={1} label="Loading your calendar" />}
        {url && <Address url={url} />}
        {feed && !url && (
          <p>
            <span>{`Made: ${formatInstant(feed.madeAt)}`}</span>
            <br />
            <span>{feed.readAt ? `Last read by a calendar: ${formatInstant(feed.readAt)}` : 'No calendar has read it yet.'}</span>
          </p>
        )}
        {hasData && (
          <div className={styles.acts}>
            {!url && (
              <Button variant={feed ? 'secondary' : 'primary'} busy={making} onClick={make}>
                {feed ? calendarMessages.makeNew : calendarMessages.make}
              </Button>
            )}
            {feed && (
              <Button variant="danger" busy={revoking} onClick={revoke}>
                {calendarMessages.revoke}
              </Button>
            )}
          </div>
        )}
        <Status tone="danger">{failed}</Status>
        <p className={styles.secret}>{calendarMessages.secret}</p>
      </div>
    </Dialog>
  );
}

function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [copyStatus, setCopyStatus] = useState<string | null>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopyStatus(calendarMessages.copied);
    } catch {
      setCopyStatus(calendarMessages.notCopied);
    }
  };
  return (
    <div className={styles.address}>
      <TextField
        ref={field}
        label="Your calendar address"
        hint={calendarMessages.shownOnce}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={copy}>Copy</Button>
      <Status>{copyStatus}</Status>
    </div>
  );
}
