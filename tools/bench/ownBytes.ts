/** What a remote gives of its own to one of its screens, in bytes. */
export interface OwnBytes {
  path: string;
  /** Until the page has settled, and nobody has touched it. */
  first: number;
  /** Once somebody has touched it, too: a page that sleeps fetches all of its code then. */
  touched: number;
}

/** It has nothing of its remote before somebody touches it. */
export const sleeps = ({ first }: Pick<OwnBytes, 'first'>): boolean => first === 0;

/** What comes to the heaviest of several screens before it is touched, in bytes. Throws when there is none, or one that never had anything of its remote. */
export function heaviestOf(screens: readonly OwnBytes[]): number {
  const bare = screens.find(({ touched }) => touched === 0);
  if (bare) throw new Error(`${bare.path} loaded nothing of its remote`);
  if (screens.length === 0) throw new Error('no screen was weighed');
  return Math.max(...screens.map(({ first }) => first));
}
