/** First loads are compared; a prefetch comes after them. */
export const createPrefetch = () => ({ ready: async () => undefined, soon: () => undefined, whenIdle: () => undefined });
