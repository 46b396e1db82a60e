import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { dressCodes, jobStatuses, jobsFilter, prices, shiftTimes, sorts, transports } from '@portal/contracts/jobs/jobs.rules';
import { Button } from '@portal/ui/Button';
import { Checkbox } from '@portal/ui/Checkbox';
import { DateField } from '@portal/ui/DateField';
import { DeferredRender } from '@portal/ui/DeferredRender';
import { Icon } from '@portal/ui/Icon';
import { Select } from '@portal/ui/Select';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { type FormEvent, memo, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import styles from './FilterPanel.module.css';
import { SpecialityFilter } from './SpecialityFilter';
import { countOf, type Filters, hasFolded } from './search.filters';
import { useFilterDraft } from './useFilterDraft';

const optionsOf = (labels: Readonly<Record<string, string>>, only?: readonly number[]) =>
  Object.entries(labels)
    .filter(([value]) => !only || only.includes(Number(value)))
    .map(([value, label]) => ({ value, label }));

/** The statuses of jobs that guards can find. */
const openStatuses = [1, 4, 6];
const ratings = [3, 3.5, 4, 4.5].map((stars) => ({ value: String(stars), label: `${stars} stars or more` }));

interface Props {
  filters: Filters;
  search(filters: Filters): void;
  /** The server's message for each refused field. */
  refused: Record<string, string>;
  isLocated: boolean;
  locate(): void;
  isLocating: boolean;
  /** The reason why a requested position is missing. */
  notLocated: string;
  /** Label of the button that closes the panel on a phone: "Show 23 jobs". */
  found: string;
  isSearching: boolean;
  /** The saved searches, at the top of the collapsible part. */
  saved: ReactNode;
}

/** Scrolls to the first refused field, because on a phone it may be far below the button. */
function useScrollToInvalidField(form: RefObject<HTMLFormElement | null>, refused: Readonly<Record<string, string>>): void {
  const names = Object.keys(refused).join();
  useEffect(() => {
    if (names) form.current?.querySelector('[aria-invalid]')?.scrollIntoView({ block: 'center' });
  }, [form, names]);
}

/** The search field and its button are always visible. The other filters unfold on a phone; a wide screen shows them in a column. */
export const FilterPanel = memo(function FilterPanel({
  filters,
  search,
  refused,
  isLocated,
  locate,
  isLocating,
  notLocated,
  found,
  isSearching,
  saved,
}: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const { draft, choose, commit, chosen, typed, dated } = useFilterDraft(form, filters, refused, search);
  useScrollToInvalidField(form, refused);
  const active = countOf(filters);
  // A refused filter unfolds the panel, which stays open after the correction.
  const isOpen = isUnfolded || hasFolded(Object.keys(refused));
  if (isOpen && !isUnfolded) setIsUnfolded(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commit();
  };

  return (
    <form ref={form} className={styles.form} aria-label="Filter jobs" noValidate onSubmit={submit}>
      <div className={styles.open}>
        <TextField label="Search" hideLabel type="search" enterKeyHint="search" placeholder="Job title or place" {...typed('searchBy')} />
        <Button
          type="submit"
          className={styles.go}
          icon={<Icon name="search" size={20} />}
          busy={isSearching}
          busyText="Searching…"
          title="Search"
        >
          Search
        </Button>
        <Button
          variant="secondary"
          className={styles.unfold}
          icon={<Icon name="filter" size={20} />}
          aria-expanded={isOpen}
          aria-controls={id}
          title="Filters"
          onClick={() => setIsUnfolded(!isOpen)}
        >
          <span className={styles.label}>{active > 0 ? `Filters (${active})` : 'Filters'}</span>
          {active > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {active}
            </span>
          )}
        </Button>
      </div>
      <div id={id} className={isOpen ? styles.panel : styles.folded}>
        <DeferredRender>
          {saved}
          <Select label="Sort" options={optionsOf(sorts)} {...chosen('sortBy')} value={draft.sortBy ?? 'asc'} />
          <fieldset className={styles.dates}>
            <legend>Date of the next shift</legend>
            <DateField label="From" {...dated('dateFrom')} />
            <DateField label="To" {...dated('dateTo')} />
          </fieldset>
          <SpecialityFilter chosen={draft.speciality ?? ''} choose={(value) => choose('speciality', value)} error={refused.speciality} />
          <fieldset className={styles.pair}>
            <legend>Hourly rate</legend>
            <TextField label="Lowest" inputMode="decimal" leading="$" {...typed('minRange')} />
            <TextField label="Highest" inputMode="decimal" leading="$" {...typed('maxRange')} />
          </fieldset>
          <Select label="Price" placeholder={copy.any} options={optionsOf(prices)} {...chosen('price')} />
          <fieldset className={styles.distance}>
            <legend>Distance</legend>
            <TextField
              label="Within km of me"
              inputMode="numeric"
              hint={`Up to ${limits.kilometres} km from where you are`}
              {...typed('range')}
            />
            {!isLocated && (
              <>
                <p className={styles.reason}>We use your location to measure the distance to each job.</p>
                <Button
                  variant="secondary"
                  icon={<Icon name="map-pin" size={20} />}
                  busy={isLocating}
                  busyText="Finding your position"
                  onClick={locate}
                >
                  Use my location
                </Button>
                <Status>{notLocated}</Status>
              </>
            )}
            <Checkbox
              label="Nearest to my base first"
              name="distanceFromBase"
              error={refused.distanceFromBase}
              checked={draft.distanceFromBase === '1'}
              onChange={(event) => choose('distanceFromBase', event.target.checked ? '1' : '')}
            />
          </fieldset>
          <Select label="Shift" placeholder={copy.any} options={optionsOf(shiftTimes)} {...chosen('shifts')} />
          <Select label="Jobs" placeholder="All" options={optionsOf(jobsFilter)} {...chosen('jobs')} />
          <Select label="Transportation" placeholder={copy.any} options={optionsOf(transports)} {...chosen('transportation')} />
          <Select label="Dress code" placeholder={copy.any} options={optionsOf(dressCodes)} {...chosen('dressCode')} />
          <Select label="Rating" placeholder={copy.any} options={ratings} {...chosen('rating')} />
          <Select label="Status" placeholder={copy.any} options={optionsOf(jobStatuses, openStatuses)} {...chosen('status')} />
          <div className={styles.foot}>
            <Button type="submit" className={styles.show} busy={isSearching} busyText="Searching…" onClick={() => setIsUnfolded(false)}>
              {found}
            </Button>
            {active > 0 && (
              <Button variant="quiet" className={styles.reset} onClick={() => search({})}>
                Reset filters
              </Button>
            )}
          </div>
        </DeferredRender>
      </div>
    </form>
  );
});
