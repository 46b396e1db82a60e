let allowed: RegExp[] = [];

/** For the rest of this test, `console.error` lines that match are expected (React's word on a caught crash). */
export function allowConsoleError(pattern: RegExp): void {
  allowed.push(pattern);
}

/** The lines among `calls` that nobody expected, and a clean slate for the next test. */
export function unexpected(calls: readonly unknown[][]): string[] {
  const lines = calls.map((call) => call.map(String).join(' '));
  const found = lines.filter((line) => !allowed.some((pattern) => pattern.test(line)));
  allowed = [];
  return found;
}
