import { useState } from 'react';
import type { FilterKey, Filters } from './search.filters';

export interface FilterDraft {
  draft: Filters;
  /** A choice: kept and searched with at once. */
  choose(key: FilterKey, value: string): void;
  /** Typing: kept; searched with on Enter or when the field is left. */
  type(key: FilterKey, value: string): void;
  commit(): void;
}

const sameAs = (one: Filters) =>
  JSON.stringify(
    Object.entries(one)
      .filter(([, value]) => value)
      .sort(),
  );

/** What stands in the filter fields, between the URL and the typing hand. A new address (a menu link, browser back) wins over the draft. */
export function useFilterDraft(filters: Filters, search: (filters: Filters) => void): FilterDraft {
  const [draft, setDraft] = useState(filters);
  const [from, setFrom] = useState(filters);
  if (sameAs(from) !== sameAs(filters)) {
    setFrom(filters);
    setDraft(filters);
  }
  return {
    draft,
    type: (key, value) => setDraft({ ...draft, [key]: value }),
    choose: (key, value) => {
      const next = { ...draft, [key]: value };
      setDraft(next);
      search(next);
    },
    commit: () => {
      if (sameAs(draft) !== sameAs(filters)) search(draft);
    },
  };
}
