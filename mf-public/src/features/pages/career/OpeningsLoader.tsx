import { readFailureText } from '@portal/mf-kit/failure';
import { ErrorState } from '@portal/ui/ErrorState';
import { useOpenings } from '../../career/career.queries';
import { OpeningList } from './OpeningList';
import { OpeningsSkeleton } from './OpeningsSkeleton';

/** Reads the openings from the API if the portal host has rendered none. */
export function OpeningsLoader() {
  const { hasData, data, error, isLoading, isRefreshing, retry } = useOpenings();
  if (hasData) return <OpeningList openings={data} />;
  if (!error) return <OpeningsSkeleton />;
  return (
    <ErrorState
      title="The openings could not be loaded"
      detail={readFailureText(error)}
      reference={error.reference}
      onRetry={retry}
      retryBusy={isLoading || isRefreshing}
    />
  );
}
