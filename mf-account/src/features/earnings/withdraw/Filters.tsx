import { earningFilters } from '@portal/contracts/earnings/earnings.endpoints';
import { DateField } from '@portal/ui/DateField';
import { Select } from '@portal/ui/Select';
import { useState } from 'react';
import styles from './Filters.module.css';
import { type Days, readDays } from './filter';

const [all, ...kinds] = earningFilters;
const options = kinds.map(({ label, type }) => ({ value: type, label }));

export interface FiltersProps {
  type: string | undefined;
  /** The days in the address. */
  days: Days;
  onType(type: string | undefined): void;
  /** Called only if both days are valid. */
  onDays(days: Days): void;
}

/** Kind, first and last day. An invalid day is reported at its field and does not change the list. */
export function Filters({ type, days, onType, onDays }: FiltersProps) {
  const [draft, setDraft] = useState(days);
  const [known, setKnown] = useState(days);
  const [isTyping, setTyping] = useState<keyof Days | null>(null);
  if (days.from !== known.from || days.to !== known.to) {
    setKnown(days);
    setDraft(days);
  }
  const { errors } = readDays(draft);
  const change = (next: Days) => {
    setDraft(next);
    if (Object.keys(readDays(next).errors).length === 0) {
      setKnown(next);
      onDays(next);
    }
  };
  const field = (name: keyof Days, label: string) => (
    <DateField
      label={label}
      value={draft[name]}
      onChange={(value) => {
        setTyping(name);
        change({ ...draft, [name]: value });
      }}
      onBlur={() => setTyping(null)}
      error={isTyping === name ? undefined : errors[name]}
    />
  );
  return (
    <div className={styles.filters}>
      <Select
        label="Show"
        placeholder={all.label}
        options={options}
        value={type ?? ''}
        onChange={({ target }) => onType(target.value || undefined)}
      />
      {field('from', 'From')}
      {field('to', 'To')}
    </div>
  );
}
