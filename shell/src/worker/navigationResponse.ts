import { withDeadline } from '@portal/mf-kit/loadFailure';
import { OVERRIDE } from '@portal/mf-kit/override';

/** After this time the cached page opens. */
const DEADLINE_MS = 3_000;
/** A proxy without a portal host, or a portal host without a store. */
const GONE = [502, 503, 504];
const NO_PAGES = /^\/(v1|staff|modules|registry|socket\.io|_ops)(\/|$)|\.[^/]*$/;

export function isPageRequest({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): boolean {
  const { origin: of, pathname } = new URL(url);
  return mode === 'navigate' && method === 'GET' && of === origin && !NO_PAGES.test(pathname);
}

/** The request overrides a module in this browser. Cached pages are then wrong. */
export const isOverride = ({ url }: Pick<Request, 'url'>): boolean => new URL(url).searchParams.has(OVERRIDE);

/** The page of the network; after the deadline or without a portal host the cached one; without a cached page the network's reply, also a late one. */
export async function respondNetworkFirst(network: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  const first = await withDeadline(DEADLINE_MS, 'the page', network).catch(() => null);
  if (first && !GONE.includes(first.status)) return first;
  return (await kept()) ?? network;
}
