import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Builder, Key, Origin, type WebDriver, type WebElement } from 'selenium-webdriver';
import { dropFolder, temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';
import { until } from './wait-until';
import { type Engine, type EngineElement, type EngineWindow, surroundings } from './window';

/** The size of an iPhone in CSS pixels. */
const SIZE = ['390', '844'];
const APPLICATION = join(import.meta.dirname, 'webkit-window.js');

class FoundElement implements EngineElement {
  constructor(
    private readonly element: WebElement,
    private readonly driver: WebDriver,
  ) {}

  press = () => this.element.click();
  async fill(text: string) {
    await this.driver.executeScript('arguments[0].focus(); arguments[0].select();', this.element);
    await this.element.sendKeys(text === '' ? Key.BACK_SPACE : text);
  }
  enter = () => this.element.sendKeys(Key.ENTER);
  async choose(option: string) {
    const found = await this.driver.executeScript<WebElement | null>(
      'return [...arguments[0].options].find(({ text }) => text === arguments[1]) ?? null;',
      this.element,
      option,
    );
    if (!found) throw new Error(`There is no option ${option}`);
    await found.click();
  }
  upload = (file: string) => this.element.sendKeys(file);
  async hold(act: () => Promise<void>) {
    await this.driver.actions({ async: true }).move({ origin: this.element }).press().perform();
    await act();
    await this.driver.actions({ async: true }).release().perform();
  }
}

/** Parses WebKit's console output: `address:line:column: CONSOLE JS ERROR text`. */
function errorsIn(log: string): string[] {
  const lines = readFileSync(log, 'utf8').matchAll(/^(?:(.*?)(?::\d+:\d+)?: )?CONSOLE (?:\w+ )?ERROR (.*)$/gm);
  return [...lines].map(([, address = '', words]) => `${words} ${address}`);
}

/** Writes the program that the driver starts for a window. It stores the console output in a file, which the driver would discard. */
function launcherOf(folder: string, log: string): string {
  const launcher = join(folder, 'window.sh');
  writeFileSync(log, '');
  writeFileSync(launcher, `#!/bin/sh\nexec gjs '${APPLICATION}' "$@" >>'${log}' 2>&1\n`);
  chmodSync(launcher, 0o755);
  return launcher;
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => (child.exitCode === null ? child.once('close', () => resolve()) : resolve()));

async function windowIn(folder: string, display: string): Promise<EngineWindow & { version: string }> {
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 'console.log');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // A driver supports one window.
  const service = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...surroundings, DISPLAY: display, NO_AT_BRIDGE: '1', GDK_BACKEND: 'x11' },
  });
  const endWithUs = () => service.kill();
  process.once('exit', endWithUs);
  await until('WebKitWebDriver answers', async () => (await fetch(`${url}/status`)).ok);
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'WebKitGTK',
      'webkitgtk:browserOptions': { binary: launcherOf(folder, log), args: [join(folder, 'profile'), ...SIZE] },
    })
    .build();
  await driver.manage().setTimeouts({ script: 60_000 });
  const run = async (expression: string) => {
    const { error, value } = await driver.executeAsyncScript<{ error?: string; value?: unknown }>(
      `const done = arguments[arguments.length - 1];
       Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
    );
    if (error) throw new Error(error);
    return value;
  };
  return {
    version: String((await driver.getCapabilities()).get('browserVersion')),
    open: (to) => driver.get(to),
    reload: () => driver.navigate().refresh(),
    read: run,
    element: async (expression) => {
      const found = await run(expression);
      return found ? new FoundElement(found as WebElement, driver) : null;
    },
    tap: (x, y) => driver.actions({ async: true }).move({ origin: Origin.VIEWPORT, x, y }).click().perform(),
    errors: () => errorsIn(log),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit();
      service.kill();
      process.off('exit', endWithUs);
      await ended(service);
    },
  };
}

/** Starts a virtual screen; resolves with its name. */
async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => screen.kill());
  const number = await new Promise<string>((resolve, reject) => {
    let said = '';
    (screen.stdio[3] as Readable).on('data', (chunk) => {
      said += chunk;
      if (said.includes('\n')) resolve(said.trim());
    });
    screen.once('close', () => reject(new Error('Xvfb could not be started')));
  });
  return { display: `:${number}`, screen };
}

/** Starts WebKitGTK with WebDriver on its own virtual screen. */
export async function startWebkit(): Promise<Engine> {
  const folder = temporaryFolder('webkit');
  const { display, screen } = await startScreen();
  let count = 0;
  const open = () => {
    count += 1;
    return windowIn(join(folder, String(count)), display);
  };
  const first = await open();
  await first.close();
  return {
    name: 'webkit',
    version: first.version,
    window: open,
    async stop() {
      screen.kill();
      await ended(screen);
      dropFolder(folder);
    },
  };
}
