import { BASE } from '@portal/contracts/_kernel/endpoint';

/**
 * The router rejects an address that does not decode, such as `/100%`. It is no page, so the not-found page answers. Calls go to the API
 * unchanged.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (path.startsWith(`${BASE}/`)) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
