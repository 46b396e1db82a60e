import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * All rules in the light theme, only colour rules in the dark one. A theme consists of colours only (shared/ui/src/tokens.css), so names
 * and roles are the same.
 */
const themes = {
  light: (axe: AxeBuilder) => axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  dark: (axe: AxeBuilder) => axe.withRules(['color-contrast', 'link-in-text-block']),
};

/** The axe violations of the current page, in both themes. */
export async function findViolations(page: Page, where: string): Promise<string[]> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const found: string[] = [];
  for (const [theme, within] of Object.entries(themes)) {
    await page.evaluate((to) => {
      document.documentElement.dataset.theme = to;
      for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }, theme);
    // The script has half a megabyte, so a document with it does not get it again.
    const isThere = await page.evaluate(() => 'axe' in globalThis);
    // axe would open another page for cross-origin frames, of which there are none.
    const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) })
      .setLegacyMode()
      // Otherwise axe also lists every valid element.
      .options({ resultTypes: ['violations'] });
    const { violations: seen } = await within(axe).analyze();
    found.push(...seen.map((one) => `${where} ${theme}: ${one.id} ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`));
  }
  return found;
}
