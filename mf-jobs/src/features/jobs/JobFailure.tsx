import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { Failure } from '@portal/mf-kit/portal';
import { ErrorState } from '@portal/ui/ErrorState';

const gone = (code: number) => code === 404 || code === 410;

/** A job that is gone is an answer; anything else may be tried again. */
export function JobFailure({ error, retry }: { error: Failure; retry(): void }) {
  if (gone(error.code)) return <ErrorState title={error.userMessage || jobsMessages.noSuchJob} />;
  return <ErrorState title="The job could not be loaded" safe={error.userMessage} reference={error.reference} onRetry={retry} />;
}
