type Environment = { readonly [name: string]: string | undefined };

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** The host as URLs spell it: in lower case, IPv6 in brackets. */
const isOwnMachine = (host: string): boolean => isLoopback(host) || /(^|\.)localhost$|^\[::1?\]$|^0\.0\.0\.0$/.test(host);

const CHOICES = 'set PORTAL_MODE=production, or PORTAL_MODE=demo for a demonstration.';

/** Returns why `npm start` may not start, in one line, or null. By default it runs a demonstration, and only on the loopback address. */
export function modeProblem({ PORTAL_MODE, HOST = 'localhost' }: Environment): string | null {
  if (PORTAL_MODE || isLoopback(HOST || 'localhost')) return null;
  return `PORTAL_MODE is not set, and HOST=${HOST} can be reached by others: ${CHOICES}`;
}

/** The minimum length of the secret that portal host and API share, in characters. */
const SECRET_LENGTH = 16;

/**
 * Returns why a server may not start, one reason each. A demonstration has one staff token for every call, a known password and an
 * adjustable clock, so it requires an explicit mode.
 */
export function startProblems({ PORTAL_MODE, PORTAL_HOST_SECRET, PORTAL_URL, PORTAL_LOCAL_TRIAL }: Environment): string[] {
  const problems: string[] = [];
  if (!PORTAL_MODE) problems.push(`PORTAL_MODE is not set: ${CHOICES} npm start sets demo itself.`);
  else if (!['production', 'demo'].includes(PORTAL_MODE)) problems.push(`PORTAL_MODE=${PORTAL_MODE} is unknown: ${CHOICES}`);
  if (PORTAL_MODE === 'production' && !PORTAL_HOST_SECRET)
    problems.push(
      'PORTAL_HOST_SECRET is missing: production believes a forwarded address only with it. Make one with openssl rand -base64 24',
    );
  else if (PORTAL_HOST_SECRET !== undefined && PORTAL_HOST_SECRET.length < SECRET_LENGTH)
    problems.push(`PORTAL_HOST_SECRET must have at least ${SECRET_LENGTH} characters, such as those of openssl rand -base64 24`);
  const isPublic = PORTAL_MODE === 'production' && PORTAL_LOCAL_TRIAL !== 'on';
  if (isPublic && PORTAL_URL && URL.canParse(PORTAL_URL) && isOwnMachine(new URL(PORTAL_URL).hostname))
    problems.push(
      `PORTAL_URL=${PORTAL_URL} is an address of this machine: guards cannot open links that begin with it. Name the public address, or set PORTAL_LOCAL_TRIAL=on for a trial on this machine.`,
    );
  return problems;
}

/** The reply of a demonstration to a request that a proxy forwarded. */
export const FORWARDED_REFUSAL =
  'This portal is a demonstration (PORTAL_MODE=demo) and refuses requests that a proxy forwarded. Set PORTAL_MODE=production, or PORTAL_TRUSTED_PROXIES on the portal host for a demonstration behind a proxy.';

type Headers = { readonly [name: string]: string | string[] | undefined };

/** Fields that proxies add. A proxy that adds none of them cannot be recognised. */
const FORWARDED_FIELDS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

export const isForwarded = (headers: Headers): boolean => FORWARDED_FIELDS.some((name) => headers[name] !== undefined);
