import type { FastifyRequest } from 'fastify';
import { isOurs } from '../posts';

type Asked = Pick<FastifyRequest, 'headers' | 'method'>;

/** Whether somebody opens a page, or presses its button, as far as the browser says: no script that fetches is taken for a person. */
export function isNavigation({ headers, method }: Asked): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, 'sec-fetch-user': user } = headers;
  if (mode === undefined) return true;
  return mode === 'navigate' && dest === 'document' && (method !== 'POST' || user === '?1');
}

/** Whether a form of this very origin was sent by a person; the portal's own origin is another one where the page has a listener of its own. */
export const isPressedHere = (request: FastifyRequest): boolean => isNavigation(request) && isOurs(request, '');
