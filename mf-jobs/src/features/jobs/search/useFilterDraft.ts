import { parseDate } from '@portal/ui/dateText';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { FilterKey, Filters } from './search.filters';

interface FieldEvent {
  target: { value: string };
}

/** Chosen dates clear tonight and this weekend. */
const clearedWith = (key: FilterKey, value: string): Filters => (value && (key === 'dateFrom' || key === 'dateTo') ? { when: '' } : {});
const isWholeDay = (value: string) => value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value);

const typedKeys: readonly FilterKey[] = ['searchBy', 'minRange', 'maxRange', 'range', 'dateFrom', 'dateTo'];

/** The draft with the values of the text fields. A password manager may fill a field without an event. */
function readTextFields(draft: Filters, form: HTMLFormElement | null): Filters {
  const shown = form ? new FormData(form) : new FormData();
  let next = draft;
  for (const key of typedKeys) {
    const text = shown.get(key);
    if (typeof text !== 'string') continue;
    const value = key.startsWith('date') ? parseDate(text) : text;
    if (value !== (draft[key] ?? '')) next = { ...next, ...clearedWith(key, value), [key]: value };
  }
  return next;
}

/** The draft to render. A render for another reason, such as saved searches that arrive, must not replace text that was filled without an event. */
function useShownDraft(draft: Filters, form: RefObject<HTMLFormElement | null>): Filters {
  const rendered = useRef(draft);
  useLayoutEffect(() => {
    rendered.current = draft;
  });
  return rendered.current === draft ? readTextFields(draft, form.current) : draft;
}

const normalise = (one: Filters) =>
  JSON.stringify(
    Object.entries(one)
      .map(([key, value]) => [key, value?.trim()])
      .filter(([, value]) => value)
      .sort(),
  );

/**
 * The filter values before they are in the address. A choice searches immediately; typed text searches on Enter or blur. A new address (a
 * menu link, browser back) replaces the draft, unless this form requested it, because the guard may be typing in the next field. `refused`
 * is the server's message for each field.
 */
export function useFilterDraft(
  form: RefObject<HTMLFormElement | null>,
  filters: Filters,
  refused: Readonly<Record<string, string>>,
  search: (filters: Filters) => void,
) {
  const [draft, setDraft] = useState(filters);
  const [lastFilters, setLastFilters] = useState(filters);
  const [requested, setRequested] = useState<readonly string[]>([]);
  const address = normalise(filters);
  if (normalise(lastFilters) !== address) {
    setLastFilters(filters);
    if (!requested.includes(address)) setDraft(filters);
    setRequested(requested.slice(requested.indexOf(address) + 1));
  }
  const request = (next: Filters) => {
    if (normalise(next) !== address) setRequested([...requested, normalise(next)]);
    search(next);
  };
  const choose = (key: FilterKey, value: string) => {
    const next = { ...readTextFields(draft, form.current), ...clearedWith(key, value), [key]: value };
    setDraft(next);
    request(next);
  };
  const type = (key: FilterKey, value: string) => setDraft({ ...readTextFields(draft, form.current), [key]: value });
  const commit = () => {
    const next = readTextFields(draft, form.current);
    setDraft(next);
    if (normalise(next) !== address) request(next);
  };
  const committing = {
    onBlur: commit,
    // Enter does not submit a form with a disabled button.
    onKeyDown: ({ key: pressed }: { key: string }) => {
      if (pressed === 'Enter') commit();
    },
  };
  const shown = useShownDraft(draft, form);
  const bind = (key: FilterKey) => ({ name: key, error: refused[key], value: shown[key] ?? '' });
  return {
    draft,
    choose,
    commit,
    /** Props of a select. */
    chosen: (key: FilterKey) => ({ ...bind(key), onChange: ({ target }: FieldEvent) => choose(key, target.value) }),
    /** Props of a text field. */
    typed: (key: FilterKey) => ({
      ...bind(key),
      ...committing,
      onChange: ({ target }: FieldEvent) => type(key, target.value),
    }),
    /** Props of a date field. It searches once the date is complete. */
    dated: (key: FilterKey) => ({
      ...bind(key),
      ...committing,
      onChange: (value: string) => (isWholeDay(value) ? choose(key, value) : type(key, value)),
    }),
  };
}
