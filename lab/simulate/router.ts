import type { FastifyInstance } from 'fastify';

export interface Reply {
  status: number;
  body: string | Uint8Array;
}

interface Request {
  url: string;
  params: Record<string, string>;
  headers: Record<string, string>;
  protocol: 'http';
  log: { error(): void };
}
type Handler = (request: Request, reply: object) => Promise<unknown>;

/** The part of Fastify that registers and calls the routes of the portal host, without sockets. */
export function createRouter() {
  const routes: { pattern: RegExp; handler: Handler }[] = [];
  const get = (path: string, handler: Handler) => {
    const pattern = path.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace('*', '(?<rest>.+)');
    routes.push({ pattern: new RegExp(`^${pattern}$`), handler });
  };
  return {
    app: { get } as unknown as FastifyInstance,
    async request(url: string, headers: Record<string, string>): Promise<Reply> {
      const found = routes.find(({ pattern }) => pattern.test(url));
      if (!found) return { status: 404, body: '' };
      const { rest = '', ...named } = found.pattern.exec(url)?.groups ?? {};
      const sent: Reply = { status: 200, body: '' };
      const reply = {
        code(status: number) {
          sent.status = status;
          return reply;
        },
        send(body: Reply['body'] = '') {
          sent.body = body;
          return reply;
        },
        header: () => reply,
        headers: () => reply,
        type: () => reply,
      };
      await found.handler({ url, params: { ...named, '*': rest }, headers, protocol: 'http', log: { error: () => undefined } }, reply);
      return sent;
    },
  };
}
