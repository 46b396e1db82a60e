import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../shared/testing/src/temporaryFolder.mjs';

const SAY = pathToFileURL(join(__dirname, 'say.mjs')).href;

test('a tool finishes its work after the reader of its output has closed the pipe', async () => {
  const done = join(temporaryFolder('say'), 'done');
  const script = `import { say } from '${SAY}';
    say('first');
    process.stdin.once('data', () => {
      for (let line = 0; line < 100; line++) say('more');
      setImmediate(async () => (await import('node:fs')).writeFileSync(${JSON.stringify(done)}, ''));
      process.stdin.destroy();
    });`;
  const tool = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [first] = await once(tool.stdout, 'data');
  tool.stdout.destroy();
  await once(tool.stdout, 'close');
  tool.stdin.end('go');
  expect(await once(tool, 'close')).toEqual([0, null]);
  expect([String(first), existsSync(done)]).toEqual(['first\n', true]);
});
