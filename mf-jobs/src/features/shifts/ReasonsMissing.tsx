import { readFailureText } from '@portal/mf-kit/failure';
import type { Query } from '@portal/mf-kit/useQuery';
import { Banner } from '@portal/ui/Banner';
import { ErrorState } from '@portal/ui/ErrorState';

type Reasons = Query<{ id: string; name: string }[]>;

/** Explains why there is no reason to choose. */
export function ReasonsMissing({ reasons: { hasData, data, error, retry } }: { reasons: Reasons }) {
  if (data.length > 0) return null;
  if (error) return <ErrorState title="The reasons could not be loaded" detail={readFailureText(error)} onRetry={retry} />;
  if (hasData) return <Banner kind="warning">There are no reasons to choose from yet. Please contact support.</Banner>;
  return null;
}
