/** A parsed request head, as node:http and Fastify's `request.raw` have it. */
export interface RequestHead {
  method?: string | undefined;
  httpVersion: string;
  /** Names and values in turn, in the order and spelling of the client. */
  rawHeaders: readonly string[];
}

/** Fields of one connection only (RFC 9110, 7.6.1): the only fields that `Connection` may name. */
export const HOP_BY_HOP: readonly string[] = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];
/** `Connection` may not name these even where the request does not have them. */
const NEVER_NAMED = ['authorization', 'content-length', 'cookie', 'host', 'transfer-encoding'];

/** The methods of portal host and API. Both refuse any other method, so a request has the same end for both. */
const METHODS: readonly string[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** Node drops the fields above 1,000, and a proxy adds its own behind them. */
const MOST_FIELDS = 500;
const DIGITS = /^\d{1,15}$/;
/** A host name or an address, and a port. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

function valuesByName(rawHeaders: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    values.set(name, [...(values.get(name) ?? []), (rawHeaders[at + 1] ?? '').trim()]);
  }
  return values;
}

/**
 * Reads the method and the fields that decide where a request ends. @returns the reason to refuse the request, or null. Two servers may read an irregular
 * request differently, and then one client's bytes become another client's request: refuse it and close the connection.
 */
export function framingDefect({ method = '', httpVersion, rawHeaders }: RequestHead): string | null {
  if (rawHeaders.length / 2 > MOST_FIELDS) return 'there are too many fields';
  if (!METHODS.includes(method)) return 'the method is not supported';
  const values = valuesByName(rawHeaders);
  const of = (name: string) => values.get(name) ?? [];
  const [hosts, lengths, codings] = [of('host'), of('content-length'), of('transfer-encoding')];
  if (httpVersion !== '1.0' && httpVersion !== '1.1') return 'the HTTP version is not supported';
  if (hosts.length > 1) return 'Host is repeated';
  if (hosts.length === 0 && httpVersion === '1.1') return 'Host is missing';
  if (hosts.some((host) => !HOST.test(host))) return 'Host is malformed';
  if (lengths.length > 1) return 'Content-Length is repeated';
  if (lengths.some((length) => !DIGITS.test(length))) return 'Content-Length is malformed';
  if (codings.length > 1) return 'Transfer-Encoding is repeated';
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked')) return 'Transfer-Encoding is not chunked';
  if (codings.length > 0 && lengths.length > 0) return 'both Content-Length and Transfer-Encoding are present';
  if (codings.length > 0 && httpVersion === '1.0') return 'Transfer-Encoding is present in HTTP/1.0';
  const named = of('connection').flatMap((value) => value.split(',').map((option) => option.trim().toLowerCase()));
  const wrong = named.find((name) => NEVER_NAMED.includes(name) || (values.has(name) && !HOP_BY_HOP.includes(name)));
  return wrong === undefined ? null : `Connection names ${wrong}`;
}
