import type { FastifyRequest } from 'fastify';
import { isSameOrigin } from '../form-posts';

type Asked = Pick<FastifyRequest, 'headers' | 'method'>;

/** Whether a person opens the page or submits a form, according to the browser's headers; requests by scripts are not. */
export function isNavigation({ headers, method }: Asked): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, 'sec-fetch-user': user } = headers;
  if (mode === undefined) return true;
  return mode === 'navigate' && dest === 'document' && (method !== 'POST' || user === '?1');
}

/** Whether a person submitted a form of this origin. If the page has its own listener, the portal's origin is another one. */
export const isFormFromThisOrigin = (request: FastifyRequest): boolean => isNavigation(request) && isSameOrigin(request, '');
