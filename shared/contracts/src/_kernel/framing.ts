/** A parsed request head: a node:http request or Fastify's `request.raw`. */
export interface RequestHead {
  method?: string | undefined;
  httpVersion: string;
  /** Alternating names and values, in the order and spelling of the client. */
  rawHeaders: readonly string[];
}

/** Fields that apply to one connection only (RFC 9110, 7.6.1). `Connection` may name no other fields. */
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
/** `Connection` may not name these, even if the request does not contain them. */
const NEVER_NAMED = ['authorization', 'content-length', 'cookie', 'host', 'transfer-encoding'];

/** The methods of the portal host and the API. Both refuse any other method, so both agree where a request ends. */
const METHODS: readonly string[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** Node drops fields above 1,000, and a proxy appends its own fields. */
const MOST_FIELDS = 500;
const DIGITS = /^\d{1,15}$/;
/** A host name or an address, with an optional port. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

function valuesByName(rawHeaders: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    values.set(name, [...(values.get(name) ?? []), (rawHeaders[at + 1] ?? '').trim()]);
  }
  return values;
}

function hostDefect(hosts: readonly string[], httpVersion: string): string | null {
  if (hosts.length > 1) return 'Host is repeated';
  if (hosts.length === 0 && httpVersion === '1.1') return 'Host is missing';
  return hosts.some((host) => !HOST.test(host)) ? 'Host is malformed' : null;
}

function bodyDefect(lengths: readonly string[], codings: readonly string[], httpVersion: string): string | null {
  if (lengths.length > 1) return 'Content-Length is repeated';
  if (lengths.some((length) => !DIGITS.test(length))) return 'Content-Length is malformed';
  if (codings.length > 1) return 'Transfer-Encoding is repeated';
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked')) return 'Transfer-Encoding is not chunked';
  if (codings.length > 0 && lengths.length > 0) return 'both Content-Length and Transfer-Encoding are present';
  return codings.length > 0 && httpVersion === '1.0' ? 'Transfer-Encoding is present in HTTP/1.0' : null;
}

function connectionDefect(values: ReadonlyMap<string, readonly string[]>): string | null {
  const named = (values.get('connection') ?? []).flatMap((value) => value.split(',').map((option) => option.trim().toLowerCase()));
  const wrong = named.find((name) => NEVER_NAMED.includes(name) || (values.has(name) && !HOP_BY_HOP.includes(name)));
  return wrong === undefined ? null : `Connection names ${wrong}`;
}

/**
 * Checks the method and the fields that decide where a request ends. @returns the reason to refuse the request, or null. Two servers may
 * read an irregular request differently, and then bytes of one client become a request of another client. So refuse the request and close
 * the connection.
 */
export function framingDefect({ method = '', httpVersion, rawHeaders }: RequestHead): string | null {
  if (rawHeaders.length / 2 > MOST_FIELDS) return 'there are too many fields';
  if (!METHODS.includes(method)) return 'the method is not supported';
  if (httpVersion !== '1.0' && httpVersion !== '1.1') return 'the HTTP version is not supported';
  const values = valuesByName(rawHeaders);
  const valuesOf = (name: string) => values.get(name) ?? [];
  return (
    hostDefect(valuesOf('host'), httpVersion) ??
    bodyDefect(valuesOf('content-length'), valuesOf('transfer-encoding'), httpVersion) ??
    connectionDefect(values)
  );
}
