import { useIsHydrated } from '@portal/ui/useIsHydrated';

/**
 * Sorts failing fields as they stand on the page. One that is not on it now (folded away) stands before the next that is, in the order
 * in which the form named them.
 */
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

/** Sorts failing fields as they stand on the page. While prerendered HTML stands without its code, they are as the form names them. */
export function useFieldOrder(bound: ReadonlySet<string>, named: readonly string[], idOf: (name: string) => string) {
  const isHydrated = useIsHydrated();
  return <Named extends { name: string }>(fields: Named[]): Named[] =>
    isHydrated ? sortByPosition(fields, [...bound], idOf) : [...fields].sort((a, b) => named.indexOf(a.name) - named.indexOf(b.name));
}
