import { useLayoutEffect, useState } from 'react';

interface Growth<Item> {
  rows: readonly Item[];
  /** The rows grew at their beginning: what is read stays where it is. */
  isPrepended: boolean;
}

/** From the rows that stand to those that are wanted: what comes before them first, because the list keeps its heights by place. */
export function nextRows<Item>(rows: readonly Item[], wanted: readonly Item[], keyOf: (item: Item) => string): Growth<Item> {
  const [first] = rows;
  const before = first === undefined ? 0 : wanted.findIndex((item) => keyOf(item) === keyOf(first));
  if (before <= 0) return { rows: wanted, isPrepended: false };
  const until = before + rows.length;
  return { rows: until < wanted.length ? wanted.slice(0, until) : wanted, isPrepended: true };
}

/** The items as the list takes them: never rows before and rows after in one step. */
export function usePrependedRows<Item>(items: readonly Item[], keyOf: (item: Item) => string): Growth<Item> {
  const [growth, setGrowth] = useState<Growth<Item> & { of: readonly Item[] }>({ rows: items, isPrepended: false, of: items });
  if (growth.of !== items) setGrowth({ ...nextRows(growth.rows, items, keyOf), of: items });
  const isPartial = growth.of === items && growth.rows.length < items.length;
  useLayoutEffect(() => {
    if (isPartial) setGrowth({ rows: items, isPrepended: false, of: items });
  }, [isPartial, items]);
  return growth;
}
