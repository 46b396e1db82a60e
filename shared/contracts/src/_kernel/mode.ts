const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/**
 * Why a process may not start as it is told to, in one line; null when it may. Without a name it is a demonstration, with a token for
 * everything and a clock that can be moved: that must not be open to others by mistake.
 */
export function modeProblem({ PORTAL_MODE, HOST = 'localhost' }: { readonly [name: string]: string | undefined }): string | null {
  if (PORTAL_MODE || isLoopback(HOST || 'localhost')) return null;
  return `PORTAL_MODE is not set, and HOST=${HOST} can be reached by others: set PORTAL_MODE=production, or PORTAL_MODE=demo for a demonstration.`;
}
