import { BASE, type Endpoint, fullPath, pathKeys } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';

/** The staff side of the deployed portal under test. It only needs its URL and a staff token. */
export class Staff {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Calls a staff endpoint. Throws the server's message if it refuses. */
  async call<In, Out>(endpoint: Endpoint<In, Out>, input: In): Promise<Out> {
    if (pathKeys(endpoint.path).length > 0) throw new Error(`${endpoint.id}: staff calls have no path keys`);
    const isRead = endpoint.method === 'GET';
    const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const response = await fetch(this.url + fullPath(endpoint as Endpoint) + query, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(!isRead && { body: JSON.stringify(input) }),
    });
    const body = (await response.json()) as Envelope<Out>;
    if (body.code !== 200) throw new Error(`${endpoint.id}: ${body.code} ${body.message} ${JSON.stringify(body.errors ?? {})}`);
    return body.data;
  }
}

/** Matches calls of the guard API in `page.route` and `page.waitForResponse`. */
export const apiCall = (endpoint: { path: string; method: string }) => (url: URL, method?: string) =>
  url.pathname.startsWith(BASE + endpoint.path.split(':')[0]) && (method === undefined || method === endpoint.method);
