/** A monolith follows no registry. */
export const followRegistry = (): void => undefined;
