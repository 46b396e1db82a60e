import type { FastifyInstance } from 'fastify';
import { OPS } from './view';

export const TOKEN = 'the-operations-token-of-tests';
const HOST = 'portal.test:8080';

/** The headers of a person's browser. */
const navigation = { host: HOST, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const pressed = { ...navigation, origin: `http://${HOST}`, 'sec-fetch-user': '?1', 'content-type': 'application/x-www-form-urlencoded' };

type Headers = Record<string, string | undefined>;

export function browserAt(app: () => FastifyInstance) {
  async function ask(method: 'GET' | 'POST', url: string, headers: Headers, payload?: string): Promise<Response> {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const { statusCode: status, body, headers: given } = await app().inject({ method, url, headers: sent, ...(payload && { payload }) });
    return new Response(body, { status, headers: Object.entries(given).map(([name, value]) => [name, String(value)] as [string, string]) });
  }
  const get = (badge = '', query = '', headers: Headers = {}) =>
    ask('GET', `${OPS}${query}`, { ...navigation, cookie: `ops=${badge}`, ...headers });
  const post = (fields: Record<string, string>, badge = '', headers: Headers = {}) =>
    ask('POST', OPS, { ...pressed, cookie: `ops=${badge}`, ...headers }, new URLSearchParams(fields).toString());
  return {
    get,
    post,
    async signIn(name = 'Ana', token = TOKEN): Promise<string> {
      const reply = await post({ act: 'enter', name, token });
      expect(reply.status).toBe(303);
      return /^ops=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '';
    },
  };
}

export const textOf = async (reply: Response): Promise<string> => (await reply.text()).replace(/\s+/g, ' ');
