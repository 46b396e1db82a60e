// `npm run lab -- gallery --help`
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../../tools/chromium.mjs';
import { say } from '../../tools/say.mjs';
import { tidyPictures } from './pictures';

const HELP = `npm run lab -- gallery [--record] [--only TEXT]: builds the gallery, opens every story in Chromium, and compares it with the recorded pictures.
  --record  records the pictures that differ or are missing, and deletes the pictures of former stories
  --only    only the stories whose name contains TEXT, such as Button
npm run gallery [-- --port N]: opens the gallery for a squad; docs/guides/gallery.md.`;

const root = resolve(import.meta.dirname, '../..');
const storybook = join(root, 'lab/node_modules/storybook/dist/bin/dispatcher.js');
const site = 'test-results/gallery-site';
const quiet = { STORYBOOK_DISABLE_TELEMETRY: '1' };

function node(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...quiet } });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((end) => child.once('close', (code) => end(code ?? 1)));
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      open: { type: 'boolean' },
      port: { type: 'string', default: '6006' },
      record: { type: 'boolean' },
      only: { type: 'string' },
    },
  });
  if (values.help) return say(HELP) ?? 0;
  if (values.open) {
    const args = ['--host', '127.0.0.1', '--port', values.port, '--exact-port', '--ci', '--no-version-updates'];
    return node([storybook, 'dev', '--config-dir', 'lab/gallery', ...args]);
  }
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const built = await node([storybook, 'build', '--config-dir', 'lab/gallery', '--output-dir', site, '--quiet']);
  if (built !== 0) return built;
  const since = Date.now();
  const code = await node([
    'node_modules/@playwright/test/cli.js',
    ...['test', '--config', 'lab/gallery/playwright.config.ts'],
    ...(values.record ? ['--update-snapshots'] : []),
    ...(values.only ? ['--grep', values.only] : []),
  ]);
  if (values.record) {
    const { entries } = JSON.parse(readFileSync(join(root, site, 'index.json'), 'utf8')) as { entries: object };
    say(`${await tidyPictures(join(root, 'lab/gallery/pictures'), new Set(Object.keys(entries)), since)} pictures are recorded`);
  }
  return code;
}

process.exitCode = await main();
