import type { IncomingMessage } from 'node:http';
import type { Env } from '../config/env';

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/**
 * Whether a handshake may come from where it says. A browser names the origin of its page, which no page can change; what is no browser
 * names none, and has nothing of a guard's that it did not bring itself. Production has a list, the portal's public address and
 * CORS_ORIGINS; a demonstration, and a portal that was not told its address, whatever name it was asked by.
 */
export function isAllowedOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { mode, portalUrl, corsOrigins }: Pick<Env, 'mode' | 'portalUrl' | 'corsOrigins'>,
): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  if ([portalUrl, ...corsOrigins].some((own) => urlOf(own)?.origin === origin)) return true;
  if (mode === 'production' && portalUrl) return false;
  const askedAs = headers['x-forwarded-host'] ?? headers.host;
  return askedAs !== undefined && urlOf(origin)?.host === askedAs;
}
