import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './DataTable.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** The name of the row: its header, and the first line of its card on a phone. */
  isRowHeader?: boolean | undefined;
  /** Class of the column's cells. */
  className?: string | undefined;
}

export interface DataTableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The name of the table for screen readers; visible with `showCaption`. */
  caption: string;
  showCaption?: boolean | undefined;
  /** The heading of a row's group, such as its month. Rows of one group must be consecutive. */
  groupOf?: ((row: Row) => string) | undefined;
  className?: string | undefined;
}

// Explicit roles, because some browsers drop the roles of a table whose `display` changes.
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  groupHeader: { role: 'rowheader', scope: 'rowgroup' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const;

function grouped<Row>(rows: readonly Row[], groupOf: (row: Row) => string, rowKey: (row: Row) => string) {
  const groups: { key: string; heading: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const heading = groupOf(row);
    const last = groups.at(-1);
    if (last?.heading === heading) last.rows.push(row);
    else groups.push({ key: rowKey(row), heading, rows: [row] });
  }
  return groups;
}

/** A table from 640 px. Below, each row is a card with the column labels. */
export function DataTable<Row>({ columns, rows, rowKey, caption, showCaption, groupOf = () => '', className }: DataTableProps<Row>) {
  return (
    <table {...roles.table} className={cx(styles.table, className)}>
      <caption className={showCaption ? styles.caption : styles.hidden}>{caption}</caption>
      <thead {...roles.group} className={styles.head}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th key={column.key} {...roles.columnHeader} className={cx(column.align === 'end' && styles.end)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      {grouped(rows, groupOf, rowKey).map((group) => (
        <tbody key={group.key} {...roles.group}>
          {group.heading && (
            <tr {...roles.row} className={styles.group}>
              <th {...roles.groupHeader} colSpan={columns.length}>
                {group.heading}
              </th>
            </tr>
          )}
          {group.rows.map((row) => (
            <tr key={rowKey(row)} {...roles.row} className={styles.row}>
              {columns.map((column) => {
                const Cell = column.isRowHeader ? 'th' : 'td';
                const cellRole = column.isRowHeader ? roles.rowHeader : roles.cell;
                return (
                  <Cell
                    key={column.key}
                    {...cellRole}
                    data-label={column.header}
                    className={cx(styles.cell, column.isRowHeader && styles.name, column.align === 'end' && styles.end, column.className)}
                  >
                    <span>{column.render(row)}</span>
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
