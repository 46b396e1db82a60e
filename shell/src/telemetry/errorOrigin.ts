/** Network failures and cancelled requests count against no version. */
const NOT_ATTRIBUTABLE = [
  'AbortError',
  'ApiError',
  'AxiosError',
  'ChunkLoadError',
  'FileError',
  'LateError',
  'NetworkError',
  'TimeoutError',
];

const OF_A_MODULE = /\/modules\/([\w-]+)\/([\w.-]+)\/([^\s?#)]+?\.js)(?:\?[^\s:)]*)?((?::\d+)*)/;

/** The module that threw an error, read from its stack; null if the stack names none. */
export function moduleFromStack(error: unknown): { name: string; version: string } | null {
  return error instanceof Error && !NOT_ATTRIBUTABLE.includes(error.name) ? moduleInStack(error.stack ?? '') : null;
}

/** The module of the first file in a stack; null if there is none. */
export function moduleInStack(stack: string): { name: string; version: string } | null {
  const [, name, version] = OF_A_MODULE.exec(stack) ?? [];
  return name && version ? { name, version } : null;
}

/** FNV-1a, as eight hexadecimal digits at most. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Class of an error and a hash of its place in our files. Never its message, which may contain personal data. */
export function fingerprint(error: unknown): string {
  const { name, stack } = error instanceof Error ? error : { name: 'Error', stack: '' };
  const [, , , file = '', place = ''] = OF_A_MODULE.exec(stack ?? '') ?? [];
  return `${/^[A-Za-z]{1,40}$/.test(name) ? name : 'Error'} ${hashOf(file + place)}`;
}
