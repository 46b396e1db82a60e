/** First loads are compared; a prefetch comes after them. */
export const createPrefetch = () => ({ soon: () => undefined, whenIdle: () => undefined });
