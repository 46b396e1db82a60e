import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * In the light theme everything is looked at; in the dark one what looks at colours. A theme is colours and nothing else (shared/ui/src/tokens.css):
 * names, roles and the rest are the same.
 */
const themes = {
  light: (axe: AxeBuilder) => axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  dark: (axe: AxeBuilder) => axe.withRules(['color-contrast', 'link-in-text-block']),
};

/** What axe finds on the page as it stands, in both themes. */
export async function violations(page: Page, where: string): Promise<string[]> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const found: string[] = [];
  for (const [theme, within] of Object.entries(themes)) {
    await page.evaluate((to) => {
      document.documentElement.dataset.theme = to;
      for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }, theme);
    // Half a megabyte of script: a document that has it is not given it again.
    const isThere = await page.evaluate(() => 'axe' in globalThis);
    // Its way for frames from elsewhere, of which there are none, opens another page each time.
    const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) })
      .setLegacyMode()
      // It names every element that is right as well, unless it is told not to.
      .options({ resultTypes: ['violations'] });
    const { violations: seen } = await within(axe).analyze();
    found.push(...seen.map((one) => `${where} ${theme}: ${one.id} ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`));
  }
  return found;
}
