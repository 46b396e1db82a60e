import { withDeadline } from '@portal/mf-kit/loadFailure';
import { OVERRIDE } from '@portal/mf-kit/override';

/** A page that takes longer does not come: what the phone has kept stands in. */
const DEADLINE_MS = 3_000;
/** Nobody is behind the proxy, or the host has nothing to serve. */
const GONE = [502, 503, 504];
/** Paths below which nothing is a page. */
const NO_PAGES = /^\/(v1|staff|modules|registry|socket\.io|_ops)(\/|$)|\.[^/]*$/;

/** Whether a request opens a page of this portal: all else that is not a kept file is none of the worker's business. */
export function isPageRequest({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): boolean {
  const { origin: of, pathname } = new URL(url);
  return mode === 'navigate' && method === 'GET' && of === origin && !NO_PAGES.test(pathname);
}

/** Whether a request says what this browser takes from elsewhere: from then on nothing that was kept may stand in. */
export const isOverride = ({ url }: Pick<Request, 'url'>): boolean => new URL(url).searchParams.has(OVERRIDE);

/**
 * The page that the network brings, as it comes. The kept one only where there is no answer, a proxy's that nobody is there, or none in
 * time; where nothing is kept, whatever the network says, however late.
 */
export async function networkFirst(network: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  const first = await withDeadline(DEADLINE_MS, 'the page', network).catch(() => null);
  if (first && !GONE.includes(first.status)) return first;
  return (await kept()) ?? network;
}
