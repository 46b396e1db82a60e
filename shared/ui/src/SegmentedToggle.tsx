import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './SegmentedToggle.module.css';

export interface Segment<Id extends string = string> {
  id: Id;
  label: ReactNode;
  icon?: ReactNode;
}

export interface SegmentedToggleProps<Id extends string = string> {
  segments: readonly Segment<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** The name of the choice, for screen readers. */
  label: string;
  className?: string | undefined;
}

/** A choice between two or three views of the same data. */
export function SegmentedToggle<Id extends string>({ segments, selected, onSelect, label, className }: SegmentedToggleProps<Id>) {
  return (
    <fieldset aria-label={label} className={cx(styles.toggle, className)}>
      {segments.map((segment) => (
        <button
          key={segment.id}
          type="button"
          aria-pressed={segment.id === selected}
          onClick={() => onSelect(segment.id)}
          className={styles.segment}
        >
          {segment.icon}
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
