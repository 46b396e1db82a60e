/** Runs at most so many acts at the same time; the others wait in the order in which they came. */
export function takeTurns(atOnce: number): <T>(act: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await act();
    } finally {
      // A turn is handed on: nobody who comes just now slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
