/** Runs at most so many acts at the same time; the others wait in the order in which they came. */
export function createSemaphore(atOnce: number): <T>(act: () => Promise<T>) => Promise<T> {
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
export function createKeyedSemaphore(atOnce: number): <T>(who: string, act: () => Promise<T>) => Promise<T> {
  const known = new Map<string, { take: ReturnType<typeof createSemaphore>; acts: number }>();
  return async (who, act) => {
    const own = known.get(who) ?? { take: createSemaphore(atOnce), acts: 0 };
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

/**
 * A look at how things are that is made once at a time. Whoever asks meanwhile shares the one that follows: what is under way may have
 * seen how things were before they asked.
 */
export function coalesceCalls<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;
  const begin = () => {
    next = null;
    const looking = look();
    underWay = looking;
    const end = () => {
      // Nobody who asks between this look and the one that follows begins a third.
      if (next === null) underWay = null;
    };
    looking.then(end, end);
    return looking;
  };
  return () => {
    if (underWay === null) return begin();
    next ??= underWay.then(begin, begin);
    return next;
  };
}
