import { quantity } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Position } from '@portal/mf-kit/portal';
import { Button } from '@portal/ui/Button';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useState } from 'react';
import { useJobPlaces } from '../jobs.queries';
import { SearchMap } from '../map/SearchMap';
import { SearchStreetMap } from '../map/SearchStreetMap';
import styles from './MapPanel.module.css';
import { type Search, searchQuery } from './search.filters';

const MOST = 1000;

/** The map of the search and its one call: both only while a guard asks for the map. */
export function MapPanel({ search, position }: { search: Search; position: Position | null }) {
  const portal = usePortal();
  const [isStreet, setStreet] = useState(false);
  const { data, hasData, error, retry } = useJobPlaces(search, position);
  if (!hasData)
    return error ? (
      <ErrorState title="The map could not be loaded" safe={error.userMessage} reference={error.reference} onRetry={retry} />
    ) : (
      <Skeleton shape="card" label="Loading the map" />
    );
  const from = jobsPaths.search(searchQuery(search));
  return (
    <div className={styles.panel}>
      {portal.config.mapsKey && data.docs.length > 0 && (
        <Button small variant="secondary" aria-pressed={isStreet} onClick={() => setStreet(!isStreet)}>
          Street map
        </Button>
      )}
      {isStreet && data.docs.length > 0 ? (
        <SearchStreetMap
          places={data.docs}
          from={from}
          onFailed={() => {
            setStreet(false);
            portal.toast('info', 'The street map is not answering. This is our own map.');
          }}
        />
      ) : (
        <SearchMap places={data.docs} from={from} />
      )}
      {data.totalIsExact === false && (
        <Status>The map shows the {quantity(MOST)} soonest jobs; narrow the search to see the others.</Status>
      )}
    </div>
  );
}
