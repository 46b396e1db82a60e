import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { type ReactNode, useEffect, useRef } from 'react';

const CONTROL = 'select, input:not([hidden], [tabindex="-1"])';

/** Keeps the focus where the guard works: on a new row's first field, or on the row that took a removed one's place. */
export function useRowFocus(what: string, count: number) {
  const { announce } = usePortal();
  const list = useRef<HTMLUListElement & HTMLTableSectionElement>(null);
  const wanted = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a row came or went
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
