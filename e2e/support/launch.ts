import { existsSync } from 'node:fs';
import { chromiumArgs, chromiumPath } from '@portal/testing/chromium';

/** How journeys launch Chromium; `more` are further arguments. */
export const launchChromium = (...more: string[]) => ({
  ...(existsSync(chromiumPath) && { executablePath: chromiumPath }),
  args: [
    ...chromiumArgs,
    // A microphone that beeps, without a permission dialog.
    ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ...more,
  ],
});
