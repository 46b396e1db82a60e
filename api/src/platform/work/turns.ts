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

/** The same for each one apart: nobody's acts wait for those of another. */
export function takeTurnsEach(atOnce: number): <T>(who: string, act: () => Promise<T>) => Promise<T> {
  const known = new Map<string, { take: ReturnType<typeof takeTurns>; acts: number }>();
  return async (who, act) => {
    const own = known.get(who) ?? { take: takeTurns(atOnce), acts: 0 };
    known.set(who, own);
    own.acts += 1;
    try {
      return await own.take(act);
    } finally {
      own.acts -= 1;
      if (own.acts === 0) known.delete(who);
    }
  };
}
