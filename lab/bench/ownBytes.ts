/** Bytes of a remote's own scripts on one of its screens. */
export interface OwnBytes {
  path: string;
  /** After the page has settled, without input. */
  first: number;
  /** After the first input, which makes a page with deferred scripts load all of its code. */
  touched: number;
}

/** True if the screen loads no script of its remote before the first input. */
export const hasNoFirstScript = ({ first }: Pick<OwnBytes, 'first'>): boolean => first === 0;

/** Bytes of the heaviest of several screens before the first input. Throws if there is no screen, or one without any script of its remote. */
export function heaviestOf(screens: readonly OwnBytes[]): number {
  const bare = screens.find(({ touched }) => touched === 0);
  if (bare) throw new Error(`${bare.path} loaded nothing of its remote`);
  if (screens.length === 0) throw new Error('no screen was weighed');
  return Math.max(...screens.map(({ first }) => first));
}
