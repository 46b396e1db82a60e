import { typedDate } from '@portal/ui/dateText';
import { type RefObject, useState } from 'react';
import type { FilterKey, Filters } from './search.filters';

interface FieldEvent {
  target: { value: string };
}

/** Tonight or this weekend gives way to chosen dates. */
const alsoCleared = (key: FilterKey, value: string): Filters => (value && (key === 'dateFrom' || key === 'dateTo') ? { when: '' } : {});
const isWholeDay = (value: string) => value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value);

const typedKeys: readonly FilterKey[] = ['searchBy', 'minRange', 'maxRange', 'range', 'dateFrom', 'dateTo'];

/** The draft with what its text fields show: a password manager may fill one without an event. */
function asShown(draft: Filters, form: HTMLFormElement | null): Filters {
  const shown = form ? new FormData(form) : new FormData();
  let next = draft;
  for (const key of typedKeys) {
    const text = shown.get(key);
    if (typeof text !== 'string') continue;
    const value = key.startsWith('date') ? typedDate(text) : text;
    if (value !== (draft[key] ?? '')) next = { ...next, ...alsoCleared(key, value), [key]: value };
  }
  return next;
}

const sameAs = (one: Filters) =>
  JSON.stringify(
    Object.entries(one)
      .map(([key, value]) => [key, value?.trim()])
      .filter(([, value]) => value)
      .sort(),
  );

/**
 * The values of the filter fields before they are in the address. A choice starts a search; typed text starts one on Enter or on blur. A new
 * address (a menu link, browser back) replaces the draft, unless this form requested it: the guard may be typing in the next field by then.
 * `refused` has the server's message per field.
 */
export function useFilterDraft(
  form: RefObject<HTMLFormElement | null>,
  filters: Filters,
  refused: Readonly<Record<string, string>>,
  search: (filters: Filters) => void,
) {
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
    const next = { ...asShown(draft, form.current), ...alsoCleared(key, value), [key]: value };
    setDraft(next);
    ask(next);
  };
  const type = (key: FilterKey, value: string) => setDraft({ ...asShown(draft, form.current), [key]: value });
  const commit = () => {
    const next = asShown(draft, form.current);
    setDraft(next);
    if (sameAs(next) !== address) ask(next);
  };
  const committing = {
    onBlur: commit,
    // Enter does not submit a form with a disabled button.
    onKeyDown: ({ key: pressed }: { key: string }) => {
      if (pressed === 'Enter') commit();
    },
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
      ...committing,
      onChange: ({ target }: FieldEvent) => type(key, target.value),
    }),
    /** Props of a date field: a whole date starts a search. */
    dated: (key: FilterKey) => ({
      ...bind(key),
      ...committing,
      onChange: (value: string) => (isWholeDay(value) ? choose(key, value) : type(key, value)),
    }),
  };
}
