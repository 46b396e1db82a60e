/**
 * Access to web storage and cookies. It never throws: if the browser refuses (blocked cookies, full storage), the values stay in the memory
 * of this page.
 */
export interface SafeStorage {
  getItem(key: string): string | null;
  /** The value of a JSON text; null without one, or for another text. */
  getJson<Value>(key: string): Value | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
  /** The value survives this page: the browser itself stores it. */
  isPersisted(key: string): boolean;
}

function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    // If storage is blocked, reading the property throws.
    return otherwise;
  }
}

function withMemoryFallback(find: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const getItem = (key: string) => memory.get(key) ?? attempt(() => find().getItem(key), null);
  return {
    getItem,
    getJson: <Value>(key: string) => attempt(() => JSON.parse(getItem(key) ?? 'null') as Value | null, null),
    setItem(key, value) {
      memory.set(key, value);
      attempt(() => {
        find().setItem(key, value);
        memory.delete(key);
      }, undefined);
    },
    removeItem(key) {
      memory.delete(key);
      attempt(() => find().removeItem(key), undefined);
    },
    clear() {
      memory.clear();
      attempt(() => find().clear(), undefined);
    },
    isPersisted: (key) => attempt(() => find().getItem(key) !== null, false),
  };
}

/** Shared by all tabs of this device. */
export const local: SafeStorage = withMemoryFallback(() => window.localStorage);
/** Of this tab only. */
export const tab: SafeStorage = withMemoryFallback(() => window.sessionStorage);

/** On https with the prefix `__Host-`: the browser rejects such a cookie from a sibling domain, and without `Secure`. */
const fullName = (name: string): string => (window.location.protocol === 'https:' ? `__Host-${name}` : name);

/** Returns the cookie's value, or null. */
export function cookie(name: string): string | null {
  const start = `${fullName(name)}=`;
  const found = attempt(() => document.cookie, '')
    .split('; ')
    .find((pair) => pair.startsWith(start));
  const raw = found?.slice(start.length);
  return raw === undefined ? null : attempt(() => decodeURIComponent(raw), raw);
}

/** Sets a cookie for `seconds`; without them for the browser session; 0 removes it. */
export function setCookie(name: string, value: string, seconds?: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  attempt(() => {
    document.cookie = `${fullName(name)}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`;
  }, undefined);
}

/** On https, removes cookies with this name but without the prefix. A parent domain can set them. */
export function dropPlainCookie(name: string): void {
  if (fullName(name) === name) return;
  const drop = (domain: string) => attempt(() => (document.cookie = `${name}=; Path=/; Max-Age=0${domain}`), '');
  drop('');
  const labels = window.location.hostname.split('.');
  for (let first = 0; first < labels.length - 1; first++) drop(`; Domain=${labels.slice(first).join('.')}`);
}
