import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Link } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { IconButton } from '@portal/ui/IconButton';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './SavedSearches.module.css';
import type { Keeping } from './useSavedSearches';

const LONGEST = 40;

interface Props {
  keeping: Keeping;
  /** The search as it stands, as a query; empty when nothing is chosen. */
  query: string;
  linkTo(query: string): string;
}

/** Searches that this device keeps for the guard: each by its name, and the way to keep the one that stands. */
export function SavedSearches({ keeping: { kept, save, remove }, query, linkTo }: Props) {
  const portal = usePortal();
  const [isNaming, setNaming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!kept || (kept.saved.length === 0 && query === '')) return null;
  const forget = async (name: string) => {
    if (await remove(name)) portal.announce(`${name} is removed.`);
    heading.current?.focus();
  };
  return (
    <section className={styles.saved} aria-label={jobsMessages.savedSearches}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {jobsMessages.savedSearches}
      </h2>
      {kept.saved.length > 0 && (
        <ul className={styles.list}>
          {kept.saved.map((one) => (
            <li key={one.name}>
              <Link to={linkTo(one.query)} aria-current={one.query === query || undefined}>
                {one.name}
              </Link>
              <IconButton icon="close" label={`Remove ${one.name}`} onClick={() => forget(one.name)} />
            </li>
          ))}
        </ul>
      )}
      {isNaming ? (
        <Naming
          taken={kept.saved.map(({ name }) => name)}
          save={async (name) => {
            const isKept = await save(name, query);
            if (isKept) {
              portal.announce(`${name} is saved on this device.`);
              setNaming(false);
              heading.current?.focus();
            }
            return isKept;
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

/** Not a form of its own: it stands inside the form of the filters. */
function Naming({ taken, save, cancel }: { taken: readonly string[]; save(name: string): Promise<boolean>; cancel(): void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [failed, setFailed] = useState(false);
  const submit = async () => {
    const trimmed = name.trim();
    const problem = trimmed === '' ? jobsMessages.nameSearch : trimmed.length > LONGEST ? jobsMessages.longName(LONGEST) : undefined;
    setError(problem);
    if (!problem) setFailed(!(await save(trimmed)));
  };
  const keys = (event: KeyboardEvent) => {
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
        hint={taken.includes(name.trim()) ? 'This replaces the search with the same name.' : undefined}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={keys}
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
