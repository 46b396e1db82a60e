/** A monolith follows no registry. */
export const syncRegistry = (): void => undefined;
