import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { type ReactNode, useEffect, useRef } from 'react';

const CONTROL = 'select, input:not([hidden], [tabindex="-1"])';

/**
 * Moves the focus to the first field of an added row, or to the row that follows a removed one, and announces the change.
 *
 * ```tsx
 * const { list, adding, removing } = useRowFocus('Employer', rows.length);
 * <ul ref={list}>…</ul>
 * <AddRow onAdd={() => adding(() => add(emptyRow))}>Add employer</AddRow>
 * ```
 *
 * @param what the name of a row in the announcement
 * @param count the number of rows
 */
export function useRowFocus(what: string, count: number) {
  const { announce } = usePortal();
  const list = useRef<HTMLUListElement & HTMLTableSectionElement>(null);
  const wanted = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a row was added or removed
  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.children[wanted.current]?.querySelector<HTMLElement>(CONTROL)?.focus();
    wanted.current = null;
  }, [count]);
  return {
    list,
    adding: (add: () => void) => {
      wanted.current = count;
      add();
      announce(`${what} ${count + 1} added`);
    },
    removing: (index: number, remove: () => void) => {
      wanted.current = Math.min(index, count - 2);
      remove();
      announce(`${what} ${index + 1} removed`);
    },
  };
}

export const AddRow = ({ onAdd, children }: { onAdd: () => void; children: ReactNode }) => (
  <Button variant="secondary" wide icon={<Icon name="plus" size={20} />} onClick={onAdd}>
    {children}
  </Button>
);

export const RemoveRow = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Button variant="quiet" small icon={<Icon name="minus" size={18} />} aria-label={`Remove ${name}`} onClick={onRemove}>
    Remove {name}
  </Button>
);
