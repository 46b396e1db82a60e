import { totalText } from '@portal/contracts/_kernel/formats';
import { jobsMessages, type When, whens } from '@portal/contracts/jobs/jobs.rules';
import type { FoundJobs } from '@portal/contracts/jobs/jobs.shapes';
import { Chip } from './Chip';
import styles from './QuickFilters.module.css';
import { FITS_ME_OFF, type Filters, fitsMeIn, withWhen } from './search.filters';

interface Props {
  filters: Filters;
  search(filters: Filters): void;
  /** Belongs to the list of these filters; null while that is loading. */
  found: Pick<FoundJobs, 'fitsMe'> | null;
  isMap: boolean;
  toggleMap(): void;
}

/** No job fits the guard's profile, so the server searched without it although the filters request it. */
export const isNoneFitting = (filters: Filters, found: Props['found']): boolean => fitsMeIn(filters) && found?.fitsMe?.isOn === false;

/** The one-press filters above the list, and the switch of the map. */
export function QuickFilters({ filters, search, found, isMap, toggleMap }: Props) {
  const { fitsMe } = found ?? {};
  const isWanted = fitsMeIn(filters);
  const isOn = isWanted && !isNoneFitting(filters, found);
  // The previous API does not send `fitsMe`. Jobs that the guard applied for are never filtered by it.
  const showsFitsMeChip = found === null || (isWanted ? fitsMe != null : fitsMe === null);
  const label =
    isOn && fitsMe && fitsMe.hidden > 0 ? jobsMessages.fitsMeHiding(totalText(fitsMe.hidden, fitsMe.hiddenIsExact)) : jobsMessages.fitsMe;
  return (
    <fieldset className={styles.chips} aria-label="Quick filters">
      {showsFitsMeChip && (
        <Chip label={label} isOn={isOn} isRemovable press={() => search({ ...filters, fitsMe: isWanted ? FITS_ME_OFF : '' })} />
      )}
      {(Object.keys(whens) as When[]).map((when) => (
        <Chip
          key={when}
          label={whens[when]}
          isOn={filters.when === when}
          isRemovable
          press={() => search(withWhen(filters, filters.when === when ? '' : when))}
        />
      ))}
      <Chip label="Map" icon="map-pin" isOn={isMap} press={toggleMap} />
    </fieldset>
  );
}
