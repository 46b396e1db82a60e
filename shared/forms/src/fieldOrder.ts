import { useIsHydrated } from '@portal/ui/useIsHydrated';

/** Sorts failing fields by their position on the page. A folded field has no position; it precedes the next visible field of `named`. */
export function sortByPosition<Named extends { name: string }>(
  fields: readonly Named[],
  named: readonly string[],
  idOf: (name: string) => string,
): Named[] {
  if (fields.length < 2) return [...fields];
  const turn = ({ name }: Named) => {
    const at = named.indexOf(name);
    return at < 0 ? named.length : at;
  };
  const inTurn = [...fields].sort((one, other) => turn(one) - turn(other));
  const there = inTurn.flatMap((field) => {
    const element = document.getElementById(idOf(field.name));
    return element ? [{ field, element }] : [];
  });
  const sorted = [...there].sort((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );
  const order = sorted.map(({ field }) => field);
  for (const field of inTurn.filter((one) => !order.includes(one)).reverse()) {
    const next = inTurn.slice(inTurn.indexOf(field) + 1).find((one) => order.includes(one));
    order.splice(next ? order.indexOf(next) : order.length, 0, field);
  }
  return order;
}

/**
 * Returns a function that sorts failing fields by their position on the page. Before hydration it uses the order of `named`, because there
 * is no page yet.
 */
export function useFieldOrder(bound: ReadonlySet<string>, named: readonly string[], idOf: (name: string) => string) {
  const isHydrated = useIsHydrated();
  return <Named extends { name: string }>(fields: Named[]): Named[] =>
    isHydrated ? sortByPosition(fields, [...bound], idOf) : [...fields].sort((a, b) => named.indexOf(a.name) - named.indexOf(b.name));
}
