import { type Browser, type ElementHandle, type LaunchOptions, launch, type Page } from 'puppeteer-core';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.mjs';
import { type Engine, type EngineElement, type EngineWindow, surroundings } from './window';

const SIZE = { width: 1280, height: 800 };

/** Loopback only, a fake microphone, no position. */
const firefoxPreferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'permissions.default.geo': 2,
  'intl.accept_languages': 'en-CA',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
};

class FoundElement implements EngineElement {
  constructor(
    private readonly handle: ElementHandle<HTMLInputElement>,
    private readonly page: Page,
  ) {}

  press = () => this.handle.click();
  async fill(text: string) {
    await this.handle.evaluate((field) => {
      field.focus();
      field.select();
    });
    if (text === '') await this.handle.press('Backspace');
    else await this.handle.type(text);
  }
  enter = () => this.handle.press('Enter');
  async choose(option: string) {
    const value = await this.handle.evaluate(
      (field, words) => [...field.querySelectorAll('option')].find(({ text }) => text === words)?.value,
      option,
    );
    if (value === undefined) throw new Error(`There is no option ${option}`);
    await this.handle.select(value);
  }
  upload = (file: string) => this.handle.uploadFile(file);
  async hold(act: () => Promise<void>) {
    await this.handle.hover();
    await this.page.mouse.down();
    await act();
    await this.page.mouse.up();
  }
}

/** Firefox does not report policy violations to its driver, so the page logs them to the console. */
const tellBreaches = () =>
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`Refused by the policy: ${effectiveDirective} ${blockedURI}`),
  );

async function windowOf(browser: Browser): Promise<EngineWindow> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(SIZE);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url ?? ''}`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.evaluateOnNewDocument(tellBreaches);
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    read: (expression) => page.evaluate(expression),
    element: async (expression) => {
      const found = (await page.evaluateHandle(expression)).asElement();
      return found ? new FoundElement(found as ElementHandle<HTMLInputElement>, page) : null;
    },
    tap: (x, y) => page.mouse.click(x, y),
    errors: () => [...errors],
    screenshot: () => page.screenshot(),
    close: () => context.close(),
  };
}

async function start(name: string, options: LaunchOptions): Promise<Engine> {
  const browser = await launch({ ...options, headless: true, env: surroundings });
  const [, version = ''] = (await browser.version()).split('/');
  return { name, version, window: () => windowOf(browser), stop: () => browser.close() };
}

/** Starts Firefox with WebDriver BiDi. */
export const startFirefox = (): Promise<Engine> =>
  start('firefox', {
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    extraPrefsFirefox: firefoxPreferences,
  });

/** Starts the Chromium of the journeys. */
export const startChromium = (): Promise<Engine> =>
  start('chromium', {
    browser: 'chrome',
    executablePath: chromiumPath,
    args: [...chromiumArgs, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  });
