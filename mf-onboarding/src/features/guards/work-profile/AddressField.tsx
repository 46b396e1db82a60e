import { Field } from '@portal/ui/Field';
import { Icon } from '@portal/ui/Icon';
import { withKeys } from '@portal/ui/keyed';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './AddressField.module.css';
import { type AddressSuggestions, useSuggestions } from './address.queries';
import type { AddressSuggestion, PickedAddress } from './addressSource';

interface AddressFieldProps {
  id: string;
  name: string;
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  /** Receives typed text. */
  onChange: (text: string) => void;
  /** The current values of all fields that a pick fills. A pick may need a call, and must not overwrite newer input. */
  typed: () => string;
  onPick: (picked: PickedAddress) => void;
}

const statusTexts: Record<AddressSuggestions['state'], (count: number) => string> = {
  idle: () => '',
  looking: () => 'Looking for places…',
  found: (count) => `${count} ${count === 1 ? 'place' : 'places'} found. Choose one, or keep typing.`,
  none: () => 'No place found. Keep what you typed, and fill in the city and postal code below.',
  failed: () => 'We can’t look up places right now. Keep what you typed, and fill in the city and postal code below.',
};

const previousIndex = (index: number, count: number) => (index <= 0 ? count : index) - 1;

/** An address field with suggestions (ARIA combobox). Typed text changes only when the guard picks one. */
export function AddressField({ id, name, label, hint, value, error, onChange, typed, onPick }: AddressFieldProps) {
  const listId = useId();
  const [searchText, setSearchText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [note, setNote] = useState('');
  const { list, state, credit } = useSuggestions(searchText);
  const isShown = isOpen && list.length > 0;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const pick = async (suggestion: AddressSuggestion) => {
    close();
    setSearchText('');
    const inputBefore = typed();
    const isOutdated = () => typed() !== inputBefore;
    try {
      const picked = await suggestion.pick();
      if (isOutdated()) return;
      onPick(picked);
      setNote(
        picked.postalCode ? 'City, province and postal code are filled in.' : 'City and province are filled in. Add your postal code.',
      );
    } catch {
      if (!isOutdated()) setNote('We could not load this address. Please fill in the city and postal code below.');
    }
  };
  const type = (text: string) => {
    onChange(text);
    setSearchText(text);
    setNote('');
    setOpen(true);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isShown) close();
    else if (event.key === 'ArrowDown' && list.length > 0) {
      setOpen(true);
      setActive((active + 1) % list.length);
    } else if (event.key === 'ArrowUp' && isShown) setActive(previousIndex(active, list.length));
    else if (event.key === 'Enter' && isShown && list[active]) void pick(list[active]);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.place}>
      <Field id={id} label={label} hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            name={name}
            value={value}
            autoComplete="street-address"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
        )}
      </Field>
      <Options id={listId} isShown={isShown} list={list} active={active} onPick={(one) => void pick(one)} credit={credit} />
      <SearchStatus note={note} state={state} count={list.length} isOpen={isOpen} />
    </div>
  );
}

interface SearchStatusProps {
  note: string;
  state: AddressSuggestions['state'];
  count: number;
  isOpen: boolean;
}

/** A count is announced but not displayed: the fields below must not move while the guard types. */
function SearchStatus({ note, state, count, isOpen }: SearchStatusProps) {
  const isVisible = note !== '' || state === 'none' || state === 'failed';
  return (
    <p role="status" className={isVisible ? styles.note : styles.said}>
      {note || (isOpen || state !== 'found' ? statusTexts[state](count) : '')}
    </p>
  );
}

interface OptionsProps extends Pick<AddressSuggestions, 'list' | 'credit'> {
  id: string;
  isShown: boolean;
  active: number;
  onPick: (suggestion: AddressSuggestion) => void;
}

function Options({ id, isShown, list, active, onPick, credit }: OptionsProps) {
  const panel = useRef<HTMLDivElement>(null);
  const chosen = useRef<HTMLDivElement>(null);
  // The panel may be below the screen's edge or a keyboard.
  useEffect(() => {
    if (isShown) panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isShown]);
  useEffect(() => {
    if (active >= 0) chosen.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    // A press in the panel must not take the focus from the field.
    <div ref={panel} className={styles.panel} hidden={!isShown} onPointerDown={(event) => event.preventDefault()}>
      <div role="listbox" id={id} aria-label="Places" className={styles.list}>
        {withKeys(list, ({ label }) => label).map(({ key, row: suggestion }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keyboard
          <div
            key={key}
            id={`${id}-${index}`}
            ref={index === active ? chosen : null}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onClick={() => onPick(suggestion)}
          >
            <Icon name="map-pin" size={20} />
            {suggestion.label}
          </div>
        ))}
      </div>
      <p className={styles.credit}>
        <a href={credit.href} target="_blank" rel="noopener noreferrer">
          {credit.text}
        </a>
      </p>
    </div>
  );
}
