import type { Browser, Locator, Page } from '@playwright/test';
import type { PublicPage } from './publicPages';
import type { Site } from './visit';

/** Values by field name. */
const typed = (visitor: string): Record<string, string> => ({
  name: 'Zoë Roy',
  email: `${visitor}@example.com`,
  phone: '4165550134',
  query: 'Could somebody call me back, please?',
  experience: '3 years',
  speciality: 'Concierge',
  details: 'I work nights.',
});
/** Minimum length of a page's text, which is more than a heading and a line. */
const LEAST_TEXT = 200;

async function fill(form: Locator, visitor: string): Promise<void> {
  const values = typed(visitor);
  for (const field of await form.locator('input:not([type=hidden]), textarea').all()) {
    if (!(await field.isVisible())) continue;
    const [name, type] = [await field.getAttribute('name'), await field.getAttribute('type')];
    const value = values[name ?? ''];
    if (type === 'checkbox') await field.check();
    else if (value !== undefined) await field.fill(value);
    else if ((await field.getAttribute('required')) !== null) throw new Error(`no value for the required field ${name}`);
  }
}

async function readingProblem(page: Page, path: string): Promise<string | null> {
  const reply = await page.goto(path);
  if (reply?.status() !== 200) return `answers ${reply?.status()}`;
  if (await page.locator('noscript').count()) return 'states that it needs JavaScript';
  if (!(await page.locator('main h1').first().isVisible())) return 'has no heading';
  if (await page.locator('main [aria-busy="true"]').count()) return 'is still waiting for its content';
  const { length } = await page.locator('main').ariaSnapshot();
  return length < LEAST_TEXT ? `has only ${length} characters of content` : null;
}

async function sendingProblem(page: Page, path: string, endpoint: string, visitor: string): Promise<string | null> {
  await page.goto(path);
  const form = page.locator(`form[method="post"]:has(input[value="${endpoint}"])`);
  if ((await form.count()) !== 1) return `has ${await form.count()} forms for ${endpoint}`;
  await fill(form, visitor);
  const answered = page.waitForResponse((reply) => reply.request().method() === 'POST');
  await form.locator('button[type="submit"]').click();
  const reply = await answered;
  await page.waitForLoadState();
  const isThanked = await form.getByRole('status').isVisible();
  return isThanked ? null : `${endpoint} answered ${reply.status()}: ${(await form.ariaSnapshot()).slice(0, 300)}`;
}

/**
 * Opens a public page with JavaScript disabled, checks its content and submits each of its forms. Returns the problem, or null. `who` numbers the
 * visitors: each has its own address, so that the API's rate limit does not apply.
 */
export async function readWithoutScript(browser: Browser, site: Site, { path, forms }: PublicPage, who: number): Promise<string | null> {
  const context = await browser.newContext({
    baseURL: site.url,
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${who + 1}` },
  });
  try {
    const page = await context.newPage();
    const problem = await readingProblem(page, path);
    if (problem) return problem;
    if ((await page.locator('form').count()) > forms.length) return 'has a form that its route does not declare';
    for (const endpoint of forms) {
      const refused = await sendingProblem(page, path, endpoint, `visitor-${who}`);
      if (refused) return refused;
    }
    return null;
  } finally {
    await context.close();
  }
}
