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

/** An id that can be nobody's: the link was cut short or mistyped, and the server's words about fields say nothing here. */
const isInvalidId = (error: Failure | null) => error?.code === 400 && Object.keys(error.fields).length > 0;

export interface QueryFailureProps {
  query: Pick<Query<unknown>, 'error' | 'hasData' | 'isPrevious' | 'isLoading' | 'isRefreshing' | 'requestedAt' | 'retry'>;
  /** What happened, in the guard's words: "Your jobs could not be loaded". */
  failed: string;
  /** What is safe, instead of the server's words. */
  safe?: string | undefined;
  /** One thing that the address names and that may not be there (any more): a 404, a 410 or an id that is none is then an answer, and asking again would not help. */
  notFoundIsAnswer?: boolean | undefined;
}

const isGone = ({ error }: Pick<Query<unknown>, 'error'>, notFoundIsAnswer = false) =>
  notFoundIsAnswer && (GONE.includes(error?.code ?? 0) || isInvalidId(error));

/** Why a reading failed. Quiet while what is shown still answers the question: it is from before, and says from when. */
export function QueryFailure({ query, failed, safe, notFoundIsAnswer }: QueryFailureProps) {
  const { error, hasData, isPrevious, isLoading, isRefreshing, requestedAt: askedAt, retry } = query;
  const isStale = error !== null && hasData && !isPrevious;
  if (isGone(query, notFoundIsAnswer)) return <ErrorState title={isInvalidId(error) ? copy.noSuchAddress : error?.userMessage || failed} />;
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
      safe={safe ?? readFailureText(error)}
      reference={error.reference}
      onRetry={retry}
      retryBusy={isLoading || isRefreshing}
    />
  );
}

export interface QueryViewProps<Out> extends Omit<QueryFailureProps, 'query'> {
  query: Query<Out>;
  /** What stands there until the first answer; nothing is seen of it in the first 200 ms. */
  loading: SkeletonProps;
  /** What another question was answered with stays until this one is: a list while paging. */
  keepsPrevious?: boolean | undefined;
  /** A form stands on it: when it is gone the form stays, under this that says what happened, and what can be done with what was typed. */
  goneNotice?: ReactNode;
  children(data: Out, isGone: boolean): ReactNode;
}

/** One reading in all its states: awaited, failed with a way to try again, there, and there from before. */
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
