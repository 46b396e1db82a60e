import { BASE, type Endpoint, pathKeys } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';

/** The staff side of the deployed portal under test. It only needs its URL and a staff token. */
export class Staff {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Calls a staff endpoint. Throws the server's message if it refuses. */
  async call<In, Out>(endpoint: Endpoint<In, Out>, input: In): Promise<Out> {
    if (pathKeys(endpoint.path).length > 0) throw new Error(`${endpoint.id}: staff calls have no path keys`);
    const { url, body: sent } = toWire(endpoint, input);
    const isForm = sent instanceof FormData;
    const response = await fetch(this.url + url, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${this.token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(sent && { body: isForm ? sent : JSON.stringify(sent) }),
    });
    const body = (await response.json()) as Envelope<Out>;
    if (body.code !== 200) throw new Error(`${endpoint.id}: ${body.code} ${body.message} ${JSON.stringify(body.errors ?? {})}`);
    return body.data;
  }
}

/** Matches calls of the guard API in `page.route` and `page.waitForResponse`. */
export const apiCall = (endpoint: { path: string; method: string }) => (url: URL, method?: string) =>
  url.pathname.startsWith(BASE + endpoint.path.split(':')[0]) && (method === undefined || method === endpoint.method);
