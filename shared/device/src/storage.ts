/**
 * The one door to what a browser keeps for a site besides databases. None of it throws: where the browser refuses (cookies blocked,
 * no room left), the page keeps it in its own memory and the portal works on.
 */
export interface SafeStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
  /** Whether the browser itself keeps it, beyond this page. */
  isPersisted(key: string): boolean;
}

function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    // Reading the property alone throws where storage is blocked.
    return otherwise;
  }
}

function withMemoryFallback(find: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => find().getItem(key), null),
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

/** Kept on this device, for every tab. */
export const local: SafeStorage = withMemoryFallback(() => window.localStorage);
/** Kept for this tab. */
export const tab: SafeStorage = withMemoryFallback(() => window.sessionStorage);

/** On https the prefix `__Host-`: the browser refuses such a cookie from a sibling domain, and without `Secure`. */
const fullName = (name: string): string => (window.location.protocol === 'https:' ? `__Host-${name}` : name);

/** The cookie's value, or null. */
export const cookie = (name: string): string | null => plainCookie(fullName(name));

/** The value of the cookie with exactly this name. On https any sibling domain can set one without `__Host-`: trust nothing in it. */
export function plainCookie(name: string): string | null {
  const found = attempt(() => document.cookie, '')
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`));
  const raw = found?.slice(name.length + 1);
  return raw === undefined ? null : attempt(() => decodeURIComponent(raw), raw);
}

/** Without `seconds` it lives as long as the browser's session; 0 removes it. */
export function setCookie(name: string, value: string, seconds?: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  attempt(() => {
    document.cookie = `${fullName(name)}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`;
  }, undefined);
}

/** On https, removes the cookies that carry this name without its prefix, set by an earlier release or by parent domains. */
export function dropPlainCookie(name: string): void {
  if (fullName(name) === name) return;
  const drop = (domain: string) => attempt(() => (document.cookie = `${name}=; Path=/; Max-Age=0${domain}`), '');
  drop('');
  const labels = window.location.hostname.split('.');
  for (let first = 0; first < labels.length - 1; first++) drop(`; Domain=${labels.slice(first).join('.')}`);
}
