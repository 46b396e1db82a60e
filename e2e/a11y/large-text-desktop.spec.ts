import { testEveryPage } from '../support/everyPage';
import { expect, test } from '../support/fixtures';
import { findCutOff } from '../support/largeText';
import { launchChromium } from '../support/launch';
import { remotes } from '../support/remotes';

// The setting of the browser, which media queries in em follow too. A style of the root element would not reach them.
test.use({ launchOptions: launchChromium('--blink-settings=defaultFontSize=32'), viewport: { width: 1280, height: 800 } });

for (const remote of remotes)
  testEveryPage(
    remote,
    `every built page of ${remote} fits a width of 1280 px at the text size of 200 % in the browser's settings`,
    findCutOff,
    {
      prepare: async (page) => {
        const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
        expect(await size(), 'the size of the text').toBe('32px');
      },
    },
  );
