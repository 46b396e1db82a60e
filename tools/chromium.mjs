import { existsSync } from 'node:fs';
import { chromiumArgs, chromiumPath } from '@portal/testing/chromium';
import { installPackages } from './apt.mjs';

export { chromiumArgs, chromiumPath };

/** Installs Chromium with apt if it is missing and this is permitted. Returns null, or one line with instructions. */
export function ensureChromium() {
  if (existsSync(chromiumPath)) return null;
  const advice = `There is no Chromium at ${chromiumPath}: install it (Debian: apt-get install chromium), or name yours with CHROMIUM=…`;
  installPackages(['chromium', 'fonts-liberation']);
  return existsSync(chromiumPath) ? null : advice;
}
