import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { runSteps } from './run-steps.mjs';

let said;
let told;
beforeEach(() => {
  said = '';
  told = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => told.mockRestore());

const node = (name, script) => ({ name, args: ['-e', script] });
/** Script that exits with 0 once the file exists, and with 1 after 20 s. */
const waits = (file) => `const until = Date.now() + 20_000;
  const look = () => {
    if (require('node:fs').existsSync(${JSON.stringify(file)})) process.exit(0);
    if (Date.now() > until) process.exit(1);
    setImmediate(look);
  };
  look();`;
const writes = (file) => `require('node:fs').writeFileSync(${JSON.stringify(file)}, ''); console.log('it wrote');`;

test('runs the `parallel` step of a step in parallel, and prints its output afterwards', async () => {
  const file = join(temporaryFolder('steps'), 'there');
  expect(await runSteps(__dirname, [{ ...node('waits', waits(file)), parallel: node('writes', writes(file)) }])).toBe(0);
  expect(said).toMatch(/== waits\n[\s\S]*== writes\nit wrote\n[\s\S]*2 passed, 0 failed\n$/);
});

test('a parallel step shows its failure while the other step runs, and once', async () => {
  const file = join(temporaryFolder('steps'), 'seen');
  told.mockImplementation((text) => {
    said += text;
    if (said.includes('no room')) writeFileSync(file, '');
    return true;
  });
  const fails = "console.log('no room'); process.exit(1)";
  expect(await runSteps(__dirname, [{ ...node('waits', waits(file)), parallel: node('build', fails) }])).toBe(1);
  expect(said).toMatch(/build +[\d.]+ s {2}1 failed\nwaits +[\d.]+ s {2}passed\n/);
  expect(said.match(/== build\nno room\n/g)).toHaveLength(1);
});

test('counts each failure: of a step, of its parallel step, and a file left in the temporary folder', async () => {
  // The other three names belong to tools.
  const leaves =
    "for (const name of ['left', 'tsx-0', 'pulse-PKdhtXMmr18n', '.org.chromium.Chromium.5StktM']) require('node:fs').mkdirSync(process.env.TMPDIR + '/' + name)";
  const fails = 'process.exit(1)';
  const steps = [{ ...node('one', fails), parallel: node('two', fails) }, node('three', leaves), node('four', '')];
  expect(await runSteps(__dirname, steps)).toBe(3);
  expect(said).toContain('three left behind in the temporary folder: left\n');
  expect(said).toMatch(/two +[\d.]+ s {2}1 failed\none +[\d.]+ s {2}1 failed\nthree +[\d.]+ s {2}1 failed\nfour +[\d.]+ s {2}passed\n/);
});
