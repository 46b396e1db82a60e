import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from './cx';
import styles from './Tabs.module.css';

export interface Tab<Id extends string = string> {
  id: Id;
  label: ReactNode;
}

export interface TabsProps<Id extends string = string> {
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** The name of the choice, for screen readers. */
  label: string;
  /** The panel of the selected tab. */
  children: ReactNode;
  /** A link next to the tabs that is not a tab. */
  aside?: ReactNode;
  className?: string | undefined;
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The Tab key reaches only the selected tab. Arrows, Home and End move between the tabs and select. */
export function Tabs<Id extends string>({ tabs, selected, onSelect, label, children, aside, className }: TabsProps<Id>) {
  const base = useId();
  const tabId = (id: string) => `${base}-${id}`;
  const row = useRef<HTMLDivElement>(null);
  // On a phone the row scrolls, so this effect centres the selected tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each selection
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row.current && tab)
      row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - tab.clientWidth) / 2;
  }, [selected]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const next = tabs[steps[event.key]?.(at, tabs.length - 1) ?? -1];
    if (!next) return;
    event.preventDefault();
    document.getElementById(tabId(next.id))?.focus();
    onSelect(next.id);
  };
  const list = (
    <div ref={row} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={tabId(tab.id)}
          type="button"
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? `${base}panel` : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          className={styles.tab}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
  return (
    <div className={cx(styles.tabs, className)}>
      {aside ? (
        <div className={styles.bar}>
          {list}
          {aside}
        </div>
      ) : (
        list
      )}
      <div role="tabpanel" id={`${base}panel`} aria-labelledby={tabId(selected)} tabIndex={-1} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}
