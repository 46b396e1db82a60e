import { readFailureText } from '@portal/mf-kit/failure';
import { ErrorState } from '@portal/ui/ErrorState';
import { FaqGroups } from './FaqGroups';
import { FaqSkeleton } from './FaqSkeleton';
import { useFaq } from './faq.queries';

/** Reads the questions from the API if the portal host has rendered none. */
export function FaqLoader() {
  const { hasData, data, error, isLoading, isRefreshing, retry } = useFaq();
  if (hasData) return <FaqGroups groups={data} />;
  if (!error) return <FaqSkeleton />;
  return (
    <ErrorState
      title="The questions could not be loaded"
      detail={readFailureText(error)}
      reference={error.reference}
      onRetry={retry}
      retryBusy={isLoading || isRefreshing}
    />
  );
}
