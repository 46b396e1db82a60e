import { type pageTypes, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { RichText } from '@portal/mf-kit/RichText';
import { useQuery } from '@portal/mf-kit/useQuery';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { useEffect } from 'react';
import styles from './LegalText.module.css';

interface LegalTextProps {
  type: (typeof pageTypes)[number];
  /** Names the box. */
  label: string;
}

/** A text of the API in a box that scrolls, by keyboard as well; printed it stands there whole. */
export function LegalText({ type, label }: LegalTextProps) {
  const { hasData, data, error, isLoading, isRefreshing, retry } = useQuery(staticPage, { type });
  useEffect(() => {
    if (!hasData) RichText.preload();
  }, [hasData]);
  if (hasData)
    return (
      <section
        className={styles.box}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
      >
        <RichText html={data.description} className={styles.text} />
      </section>
    );
  if (error)
    return (
      <div className={styles.box}>
        <ErrorState
          title="The text could not be loaded"
          safe={error.userMessage}
          reference={error.reference}
          onRetry={retry}
          retryBusy={isLoading || isRefreshing}
        />
      </div>
    );
  return (
    <div className={styles.box}>
      <Skeleton shape="text" count={12} label="Loading the text" />
    </div>
  );
}
