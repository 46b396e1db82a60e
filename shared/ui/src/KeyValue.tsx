import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './KeyValue.module.css';

export interface KeyValueItem {
  label: string;
  value: ReactNode;
}

export function KeyValue({ items, className }: { items: readonly KeyValueItem[]; className?: string | undefined }) {
  return (
    <dl className={cx(styles.list, className)}>
      {items.map((item) => (
        <div key={item.label} className={styles.item}>
          <dt className={styles.label}>{item.label}</dt>
          <dd className={styles.value}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
