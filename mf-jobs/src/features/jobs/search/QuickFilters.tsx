import { total } from '@portal/contracts/_kernel/formats';
import { jobsMessages, type When, whens } from '@portal/contracts/jobs/jobs.rules';
import type { FoundJobs } from '@portal/contracts/jobs/jobs.shapes';
import { Chip } from './Chip';
import styles from './QuickFilters.module.css';
import { FITS_ME_OFF, type Filters, fitsMeIn, withWhen } from './search.filters';

interface Props {
  filters: Filters;
  search(filters: Filters): void;
  /** Of the list that these filters found; null while it is not there. */
  found: Pick<FoundJobs, 'fitsMe'> | null;
  isMap: boolean;
  toggleMap(): void;
}

/** The list was found without the profile although the filters ask for it: no job fits. */
export const isNoneFitting = (filters: Filters, found: Props['found']): boolean => fitsMeIn(filters) && found?.fitsMe?.isOn === false;

/** The filters of one touch above the list, and the switch of the map. */
export function QuickFilters({ filters, search, found, isMap, toggleMap }: Props) {
  const { fitsMe } = found ?? {};
  const isWanted = fitsMeIn(filters);
  const isOn = isWanted && !isNoneFitting(filters, found);
  // The API of the release before does not reply with it, and jobs that the guard applied for all fit.
  const hasFitsMe = found === null || (isWanted ? fitsMe != null : fitsMe === null);
  const label =
    isOn && fitsMe && fitsMe.hidden > 0 ? jobsMessages.fitsMeHiding(total(fitsMe.hidden, fitsMe.hiddenIsExact)) : jobsMessages.fitsMe;
  return (
    <fieldset className={styles.chips} aria-label="Quick filters">
      {hasFitsMe && (
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
