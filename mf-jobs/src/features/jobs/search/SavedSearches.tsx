import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Link } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { IconButton } from '@portal/ui/IconButton';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './SavedSearches.module.css';
import type { SavedSearchesState } from './useSavedSearches';

const MAX_NAME_LENGTH = 40;

interface Props {
  savedSearches: SavedSearchesState;
  /** The current search as a query; empty if no filter is chosen. */
  query: string;
  linkTo(query: string): string;
}

/** The guard's searches on this device, and a button that saves the current one. */
export function SavedSearches({ savedSearches: { stored, save, remove }, query, linkTo }: Props) {
  const portal = usePortal();
  const [isNaming, setNaming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!stored || (stored.saved.length === 0 && query === '')) return null;
  const removeSearch = async (name: string) => {
    if (await remove(name)) portal.announce(`${name} is removed.`);
    heading.current?.focus();
  };
  return (
    <section className={styles.saved} aria-label={jobsMessages.savedSearches}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {jobsMessages.savedSearches}
      </h2>
      {stored.saved.length > 0 && (
        <ul className={styles.list}>
          {stored.saved.map((one) => (
            <li key={one.name}>
              <Link to={linkTo(one.query)} aria-current={one.query === query || undefined}>
                {one.name}
              </Link>
              <IconButton icon="close" label={`Remove ${one.name}`} onClick={() => removeSearch(one.name)} />
            </li>
          ))}
        </ul>
      )}
      {isNaming ? (
        <NameForm
          usedNames={stored.saved.map(({ name }) => name)}
          save={async (name) => {
            const isSaved = await save(name, query);
            if (isSaved) {
              portal.announce(`${name} is saved on this device.`);
              setNaming(false);
              heading.current?.focus();
            }
            return isSaved;
          }}
          cancel={() => setNaming(false)}
        />
      ) : (
        query !== '' && (
          <Button variant="secondary" onClick={() => setNaming(true)}>
            {jobsMessages.saveSearch}
          </Button>
        )
      )}
    </section>
  );
}

/** No form element, because the form of the filters contains it. */
function NameForm({ usedNames, save, cancel }: { usedNames: readonly string[]; save(name: string): Promise<boolean>; cancel(): void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [failed, setFailed] = useState(false);
  const submit = async () => {
    const trimmed = name.trim();
    const problem =
      trimmed === '' ? jobsMessages.nameSearch : trimmed.length > MAX_NAME_LENGTH ? jobsMessages.longName(MAX_NAME_LENGTH) : undefined;
    setError(problem);
    if (!problem) setFailed(!(await save(trimmed)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void submit();
    }
    if (event.key === 'Escape') cancel();
  };
  return (
    <div className={styles.naming}>
      <TextField
        label="Name of this search"
        autoFocus
        value={name}
        error={error}
        hint={usedNames.includes(name.trim()) ? 'This replaces the search with the same name.' : undefined}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.acts}>
        <Button onClick={submit}>Save</Button>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
      <Status tone="danger">{failed && jobsMessages.notKept}</Status>
    </div>
  );
}
