/** Failures of the network and the API, and cancelled requests. They count against no version by themselves. */
export const NOT_ATTRIBUTABLE = [
  'AbortError',
  'ApiError',
  'AxiosError',
  'ChunkLoadError',
  'FileError',
  'LateError',
  'NetworkError',
  'TimeoutError',
];

const OF_A_MODULE = /\/modules\/([\w-]+)\/([\w.-]+)\/([^\s?#)]+?\.js)(?:\?[^\s:)]*)?((?::\d+)*)/g;

interface Origin {
  name: string;
  version: string;
  /** Its file, with line and column. */
  place: string;
}

/** The first frame of a module in a stack; of the shell only if there is no remote, because the shell throws the errors of its libraries. */
function originIn(stack: string): Origin | null {
  // An extension can replace a function of the page. It is then called by a module and throws.
  if (/[\w-]+:\/\//.exec(stack)?.[0].endsWith('-extension://')) return null;
  const found = [...stack.matchAll(OF_A_MODULE)].map(([, name = '', version = '', file = '', place = '']) => ({
    ...{ name, version },
    place: file + place,
  }));
  return found.find(({ name }) => name !== 'shell') ?? found[0] ?? null;
}

/**
 * A stack without the header `Name: message` of Chromium, because a message may contain the address of another module. Safari and Firefox
 * write no header, and the text of a message may occur in their frames.
 */
const framesOf = ({ stack = '', message }: Error): string => {
  const name = /^[\w$. ]+: /.exec(stack)?.[0] ?? '';
  return name && stack.startsWith(message, name.length) ? stack.slice(name.length + message.length) : stack;
};

/**
 * The module that threw an error, read from its stack; null if the stack names none. A thrown value that is no error has no stack: `file` is the
 * address of the script that threw it.
 */
export function moduleFromStack(error: unknown, file = ''): { name: string; version: string } | null {
  if (!(error instanceof Error)) return moduleInStack(file);
  return NOT_ATTRIBUTABLE.includes(error.name) ? null : moduleInStack(framesOf(error));
}

/** The module of a stack, without the message of its error; null if there is none. */
export function moduleInStack(stack: string): { name: string; version: string } | null {
  const origin = originIn(stack);
  return origin && { name: origin.name, version: origin.version };
}

/** FNV-1a, as eight hexadecimal digits at most. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Class of an error and a hash of its place in our files. Never its message, which may contain personal data. */
export function fingerprint(error: unknown): string {
  const [name, stack] = error instanceof Error ? [error.name, framesOf(error)] : ['Error', ''];
  return `${/^[A-Za-z]{1,40}$/.test(name) ? name : 'Error'} ${hashOf(originIn(stack)?.place ?? '')}`;
}
