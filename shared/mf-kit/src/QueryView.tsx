import { copy } from '@portal/contracts/_kernel/copy';
import { localTime } from '@portal/contracts/_kernel/formats';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton, type SkeletonProps } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import type { ReactNode } from 'react';
import { readFailureText } from './failure';
import type { Failure } from './portal';
import styles from './QueryView.module.css';
import type { Query } from './useQuery';

const GONE = [404, 410];

/** The id in the address is invalid: a link was cut off or mistyped. The server's text about fields does not help then. */
const isInvalidId = (error: Failure | null) => error?.code === 400 && Object.keys(error.fields).length > 0;

export interface QueryFailureProps {
  query: Pick<Query<unknown>, 'error' | 'hasData' | 'isPrevious' | 'isLoading' | 'isRefreshing' | 'requestedAt' | 'retry'>;
  /** The failure in the guard's words: "Your jobs could not be loaded". */
  failed: string;
  /** The line below `failed`; by default the text of the error. */
  detail?: string | undefined;
  /** The address names one record that may not exist. A 404, a 410 or an invalid id is then an answer without a retry. */
  notFoundIsAnswer?: boolean | undefined;
  /** The next step when that record does not exist: a link to its list. */
  notFoundAction?: ReactNode;
}

const isGone = ({ error }: Pick<Query<unknown>, 'error'>, notFoundIsAnswer = false) =>
  notFoundIsAnswer && (GONE.includes(error?.code ?? 0) || isInvalidId(error));

/** Shows why a query failed. While older data is still shown, it is a quiet note with the time of that data. */
export function QueryFailure({ query, failed, detail, notFoundIsAnswer, notFoundAction }: QueryFailureProps) {
  const { error, hasData, isPrevious, isLoading, isRefreshing, requestedAt: askedAt, retry } = query;
  const isStale = error !== null && hasData && !isPrevious;
  if (isGone(query, notFoundIsAnswer))
    return <ErrorState title={isInvalidId(error) ? copy.noSuchAddress : error?.userMessage || failed} action={notFoundAction} />;
  if (isStale)
    return (
      <div className={styles.stale}>
        <Status>{`As of ${localTime(new Date(askedAt).toISOString())}; we could not update it.`}</Status>
        <Button small variant="quiet" busy={isRefreshing} onClick={retry}>
          Retry
        </Button>
      </div>
    );
  if (!error) return null;
  return (
    <ErrorState
      title={failed}
      detail={detail ?? readFailureText(error)}
      reference={error.reference}
      onRetry={retry}
      retryBusy={isLoading || isRefreshing}
    />
  );
}

export interface QueryViewProps<Out> extends Omit<QueryFailureProps, 'query'> {
  query: Query<Out>;
  /** The skeleton until the first reply; invisible for 200 ms. */
  loading: SkeletonProps;
  /** Keeps the data of the previous input until the next reply: a list while paging. */
  keepsPrevious?: boolean | undefined;
  /** The data belongs to a form. If the record was deleted, the form stays under this notice, which explains what to do with the input. */
  goneNotice?: ReactNode;
  children(data: Out, isGone: boolean): ReactNode;
}

/**
 * Renders one query in all its states: loading, failed with a retry, loaded, and cached.
 *
 * ```tsx
 * const query = useQuery(jobDetail, { id });
 * <QueryView query={query} loading={{ shape: 'card', label: 'Loading the job' }} failed="The job could not be loaded">
 *   {(job) => <JobCard job={job} />}
 * </QueryView>
 * ```
 */
export function QueryView<Out>({ query, loading, keepsPrevious = false, goneNotice, children, ...failure }: QueryViewProps<Out>) {
  const isShown = query.hasData && (keepsPrevious || !query.isPrevious);
  const gone = isGone(query, failure.notFoundIsAnswer);
  const isKept = gone && goneNotice !== undefined && query.hasData;
  return (
    <>
      {isKept ? <Banner kind="warning">{goneNotice}</Banner> : <QueryFailure query={query} {...failure} />}
      {!isShown && !query.error && <Skeleton {...loading} />}
      {query.hasData && isShown && (!gone || isKept) && children(query.data, gone)}
    </>
  );
}
