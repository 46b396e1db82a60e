/** Runs acts of one key one after the other, also after a failed act. A key is forgotten with its last act. */
export function createOrder() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** How many keys have an act that is not finished. */
    size: () => last.size,
    run<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
      const before = last.get(key) ?? Promise.resolve();
      const result = before.then(act);
      const finished = result
        .catch(() => undefined)
        .then(() => {
          if (last.get(key) === finished) last.delete(key);
        });
      last.set(key, finished);
      return result;
    },
  };
}
