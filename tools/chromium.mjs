import { existsSync } from 'node:fs';
import { aptInstall } from './packages.mjs';

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * Chromium draws the list under its address bar by two pages of its own, which it opens with each window: they took as much of a machine as
 * the portal did. It hears the last of such lists alone, so what Playwright turns off is repeated.
 */
const unused = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

/** How each Chromium of this repository is started: for journeys, figures and pictures alike. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
  `--disable-features=${unused.join()}`,
];

/** Makes sure that there is a Chromium, by apt where that is allowed. Returns null, or one line that says what to do. */
export function ensureChromium() {
  if (existsSync(chromiumPath)) return null;
  const advice = `There is no Chromium at ${chromiumPath}: install it (Debian: apt-get install chromium), or name yours with CHROMIUM=…`;
  aptInstall(['chromium', 'fonts-liberation']);
  return existsSync(chromiumPath) ? null : advice;
}
