import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './DataTable.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** The row's name: a header of its row, and the card's first line on a phone. */
  isRowHeader?: boolean | undefined;
}

export interface DataTableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Names the table; read out, not shown unless `showCaption`. */
  caption: string;
  showCaption?: boolean | undefined;
  className?: string | undefined;
}

/** A table from 640 px; below, each row is a card that keeps the columns' labels. The roles are spoken out because `display` would take them. */
export function DataTable<Row>({ columns, rows, rowKey, caption, showCaption, className }: DataTableProps<Row>) {
  return (
    <table role="table" className={cx(styles.table, className)}>
      <caption className={showCaption ? styles.caption : styles.hidden}>{caption}</caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" className={cx(column.align === 'end' && styles.end)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={styles.row}>
            {columns.map((column) => {
              const Cell = column.isRowHeader ? 'th' : 'td';
              const roles = column.isRowHeader ? ({ role: 'rowheader', scope: 'row' } as const) : ({ role: 'cell' } as const);
              return (
                <Cell
                  key={column.key}
                  {...roles}
                  data-label={column.header}
                  className={cx(styles.cell, column.isRowHeader && styles.name, column.align === 'end' && styles.end)}
                >
                  <span>{column.render(row)}</span>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
