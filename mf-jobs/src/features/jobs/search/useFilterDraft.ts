import { useState } from 'react';
import type { FilterKey, Filters } from './search.filters';

interface FieldEvent {
  target: { value: string };
}

const sameAs = (one: Filters) =>
  JSON.stringify(
    Object.entries(one)
      .filter(([, value]) => value)
      .sort(),
  );

/**
 * What stands in the filter fields, between the address and the typing hand. A choice is searched with at once, typing on Enter or when
 * the field is left. A new address (a menu link, browser back) wins over the draft. `refused` holds the server's words by field.
 */
export function useFilterDraft(filters: Filters, refused: Readonly<Record<string, string>>, search: (filters: Filters) => void) {
  const [draft, setDraft] = useState(filters);
  const [from, setFrom] = useState(filters);
  if (sameAs(from) !== sameAs(filters)) {
    setFrom(filters);
    setDraft(filters);
  }
  const choose = (key: FilterKey, value: string) => {
    const next = { ...draft, [key]: value };
    setDraft(next);
    search(next);
  };
  const commit = () => {
    if (sameAs(draft) !== sameAs(filters)) search(draft);
  };
  const bind = (key: FilterKey) => ({ name: key, error: refused[key], value: draft[key] ?? '' });
  return {
    draft,
    choose,
    commit,
    /** Props of a field that is chosen from. */
    chosen: (key: FilterKey) => ({ ...bind(key), onChange: ({ target }: FieldEvent) => choose(key, target.value) }),
    /** Props of a field that is typed into. */
    typed: (key: FilterKey) => ({
      ...bind(key),
      onChange: ({ target }: FieldEvent) => setDraft({ ...draft, [key]: target.value }),
      onBlur: commit,
    }),
  };
}
