import ipaddr from 'ipaddr.js';

/** The origin of a call. */
export interface RequestOrigin {
  userAgent: string | null;
  address: string;
}

/** The first match counts, because most browsers also name the browsers that they derive from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (names: readonly [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** A name such as "Chrome on Android" to distinguish devices. Null if the header names neither a browser nor a system. */
export function deviceName(userAgent: string | null): string | null {
  const [browser, system] = [browsers, systems].map((names) => firstOf(names, userAgent ?? ''));
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}

/** The network of an address without the machine: `203.0.113.x`, `2001:db8:1:…`. A town cannot be derived reliably from an address. */
export function networkPrefix(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString().replace(/\d+$/, 'x');
  if (parsed.range() === 'loopback' || parsed.range() === 'unspecified') return null;
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:…`;
}
