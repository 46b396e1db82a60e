/** Runs at most `atOnce` functions at a time; the others wait in the order of their calls. */
export function createSemaphore(atOnce: number): <T>(act: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await act();
    } finally {
      // The slot passes to the next waiting call, so that a new call cannot overtake it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** A semaphore per key: calls of one key do not wait for calls of another. */
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

/** Runs `look` once at a time. A caller that arrives during a run shares the next run, because the current one may have read older data. */
export function coalesceCalls<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;
  const begin = () => {
    next = null;
    const looking = look();
    underWay = looking;
    const end = () => {
      // While the next run is scheduled, callers share it instead of starting a third.
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

/** Runs `load` at the first call, and returns its result to every call. Only for constants. */
export function once<T>(load: () => T): () => T {
  let loaded: { value: T } | null = null;
  return () => {
    loaded ??= { value: load() };
    return loaded.value;
  };
}
