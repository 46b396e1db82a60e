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

// Spelled out, because some browsers drop a table's own roles when `display` makes cards of it.
const spoken = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const;

/** A table from 640 px; below, each row is a card that keeps the columns' labels. */
export function DataTable<Row>({ columns, rows, rowKey, caption, showCaption, className }: DataTableProps<Row>) {
  return (
    <table {...spoken.table} className={cx(styles.table, className)}>
      <caption className={showCaption ? styles.caption : styles.hidden}>{caption}</caption>
      <thead {...spoken.group} className={styles.head}>
        <tr {...spoken.row}>
          {columns.map((column) => (
            <th key={column.key} {...spoken.columnHeader} className={cx(column.align === 'end' && styles.end)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...spoken.group}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...spoken.row} className={styles.row}>
            {columns.map((column) => {
              const Cell = column.isRowHeader ? 'th' : 'td';
              const roles = column.isRowHeader ? spoken.rowHeader : spoken.cell;
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
