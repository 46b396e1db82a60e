import { useState } from 'react';
import type { FilterKey, Filters } from './search.filters';

interface FieldEvent {
  target: { value: string };
}

const sameAs = (one: Filters) =>
  JSON.stringify(
    Object.entries(one)
      .map(([key, value]) => [key, value?.trim()])
      .filter(([, value]) => value)
      .sort(),
  );

/**
 * What stands in the filter fields, between the address and the typing hand. A choice is searched with at once, typing on Enter or when
 * the field is left. A new address (a menu link, browser back) wins over the draft; one that was asked for here does not: the hand may be
 * typing in the next field by then. `refused` holds the server's words by field.
 */
export function useFilterDraft(filters: Filters, refused: Readonly<Record<string, string>>, search: (filters: Filters) => void) {
  const [draft, setDraft] = useState(filters);
  const [from, setFrom] = useState(filters);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const address = sameAs(filters);
  if (sameAs(from) !== address) {
    setFrom(filters);
    if (!asked.includes(address)) setDraft(filters);
    setAsked(asked.slice(asked.indexOf(address) + 1));
  }
  const ask = (next: Filters) => {
    if (sameAs(next) !== address) setAsked([...asked, sameAs(next)]);
    search(next);
  };
  const choose = (key: FilterKey, value: string) => {
    const next = { ...draft, [key]: value };
    setDraft(next);
    ask(next);
  };
  const commit = () => {
    if (sameAs(draft) !== address) ask(draft);
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
      // A form whose button waits is not sent by Enter.
      onKeyDown: ({ key: pressed }: { key: string }) => {
        if (pressed === 'Enter') commit();
      },
    }),
  };
}
