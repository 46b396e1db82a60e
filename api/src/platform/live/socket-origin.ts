import type { IncomingMessage } from 'node:http';
import type { Env } from '../config/env';

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/**
 * Whether the origin of a handshake is allowed. Browsers send the origin of the page, which a page cannot change; other clients send none and have
 * no cookies of a guard. Production allows the portal's public address and CORS_ORIGINS; a demonstration, and a portal without PORTAL_URL,
 * also allow the host name of the request.
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
