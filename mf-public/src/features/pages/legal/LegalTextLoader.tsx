import { type pageTypes, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { readFailureText } from '@portal/mf-kit/failure';
import { RichText } from '@portal/mf-kit/RichText';
import { useQuery } from '@portal/mf-kit/useQuery';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { useEffect } from 'react';
import { LegalBox } from './LegalBox';
import { LegalPage } from './LegalPage';

export interface LegalTextProps {
  type: (typeof pageTypes)[number];
  /** The accessible name of the box. */
  label: string;
  /** In a scrolling box instead of at full length. */
  boxed?: boolean;
}

/** Reads the text from the API. A failure is shown in its place. */
export function LegalTextLoader({ type, label, boxed }: LegalTextProps) {
  const { hasData, data, error, isLoading, isRefreshing, retry } = useQuery(staticPage, { type });
  // Loads the code of its display in parallel.
  useEffect(RichText.preload, []);
  const Shown = boxed ? LegalBox : LegalPage;
  if (hasData) return <Shown html={data.description} label={label} />;
  if (!error) return <Skeleton shape="text" count={12} label="Loading the text" />;
  return (
    <ErrorState
      title="The text could not be loaded"
      detail={readFailureText(error)}
      reference={error.reference}
      onRetry={retry}
      retryBusy={isLoading || isRefreshing}
    />
  );
}
