let allowed: RegExp[] = [];

/** Allows matching `console.error` lines for the rest of this test, for example React's message about a caught crash. */
export function allowConsoleError(pattern: RegExp): void {
  allowed.push(pattern);
}

/** Returns the lines among `calls` that are not allowed, and forgets the allowed ones. */
export function takeUnexpected(calls: readonly unknown[][]): string[] {
  const lines = calls.map((call) => call.map(String).join(' '));
  const found = lines.filter((line) => !allowed.some((pattern) => pattern.test(line)));
  allowed = [];
  return found;
}
