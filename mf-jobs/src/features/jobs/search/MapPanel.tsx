import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Position } from '@portal/mf-kit/portal';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useJobPlaces } from '../jobs.queries';
import { SearchMap } from '../map/SearchMap';
import { type Search, searchQuery } from './search.filters';

const MOST = 1000;

/** The map of the search and its one call: both only while a guard asks for the map. */
export function MapPanel({ search, position }: { search: Search; position: Position | null }) {
  const { data, hasData, error, retry } = useJobPlaces(search, position);
  if (!hasData)
    return error ? (
      <ErrorState title="The map could not be loaded" safe={error.userMessage} reference={error.reference} onRetry={retry} />
    ) : (
      <Skeleton shape="card" label="Loading the map" />
    );
  return (
    <div>
      <SearchMap places={data.docs} from={jobsPaths.search(searchQuery(search))} />
      {data.totalIsExact === false && (
        <Status>The map shows the {MOST.toLocaleString('en-CA')} soonest jobs; narrow the search to see the others.</Status>
      )}
    </div>
  );
}
