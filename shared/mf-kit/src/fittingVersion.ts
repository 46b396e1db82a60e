/** The version of a shared library that a module uses: the first that fits, and a loaded one before all others. Undefined if none fits. */
export function findFitting<V extends { loaded?: unknown }>(
  versions: Record<string, V>,
  isFitting: (version: string) => boolean,
): [version: string, V] | undefined {
  const fitting = Object.entries(versions).filter(([version]) => isFitting(version));
  return fitting.find(([, { loaded }]) => loaded) ?? fitting[0];
}
