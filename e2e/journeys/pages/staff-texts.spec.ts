import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { setContent } from '@portal/contracts/pages/pages.staff';
import type { PageInput } from '@portal/mf-kit/pageInput';
import { expect, test } from '../../support/fixtures';

test.use({ javaScriptEnabled: false });

test('a text of staff is on the page within a minute', async ({ page, staff }) => {
  await page.goto(pagesPaths.terms());
  const { content } = JSON.parse((await page.locator('script#page').textContent()) ?? '') as PageInput;
  const before = Object.values(content)[0] as Output<typeof staticPage>;
  const sentence = `Written at ${Date.now()}.`;
  await staff.call(setContent, { what: 'terms', text: `${before.description}<p>${sentence}</p>` });
  try {
    const shows = async () => {
      await page.reload();
      return page.getByText(sentence).count();
    };
    await expect.poll(shows, { timeout: 60_000, intervals: [2_000] }).toBe(1);
  } finally {
    await staff.call(setContent, { what: 'terms', text: before.description });
  }
});
