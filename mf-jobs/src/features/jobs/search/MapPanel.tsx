import { quantity } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { readFailureText } from '@portal/mf-kit/failure';
import type { Position } from '@portal/mf-kit/portal';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useJobPlaces } from '../jobs.queries';
import { JobsMap } from '../map/JobsMap';
import styles from './MapPanel.module.css';
import { type Search, searchQuery } from './search.filters';

const MAX_PLACES = 1000;

/** The map of the search. Its code and its call are loaded only when the guard opens it. */
export function MapPanel({ search, position }: { search: Search; position: Position | null }) {
  const { data, hasData, error, retry } = useJobPlaces(search, position);
  if (!hasData)
    return error ? (
      <ErrorState title="The map could not be loaded" detail={readFailureText(error)} reference={error.reference} onRetry={retry} />
    ) : (
      <Skeleton shape="card" label="Loading the map" />
    );
  return (
    <div className={styles.panel}>
      <JobsMap places={data.docs} from={jobsPaths.search(searchQuery(search))} />
      {data.totalIsExact === false && (
        <Status>The map shows the {quantity(MAX_PLACES)} soonest jobs; narrow the search to see the others.</Status>
      )}
    </div>
  );
}
