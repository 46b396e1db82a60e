import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import TraceReporter from './playwright-reporter.mjs';

test('names the spec file of a test, also if a shared function declares the test', () => {
  const file = join(temporaryFolder('trace'), 'playwright.json');
  const declared = {
    titlePath: () => ['', 'phone', 'a11y/remotes/jobs.spec.ts', 'group', 'fits'],
    location: { file: '/repository/e2e/support/largeText.ts' },
    results: [
      { status: 'failed', duration: 1 },
      { status: 'passed', duration: 20 },
    ],
  };
  const reporter = new TraceReporter();
  reporter.onBegin({ rootDir: join(process.cwd(), 'e2e') }, { allTests: () => [declared, { ...declared, results: [] }] });
  const before = process.env.PLAYWRIGHT_TRACE_FILE;
  process.env.PLAYWRIGHT_TRACE_FILE = file;
  reporter.onEnd();
  if (before === undefined) delete process.env.PLAYWRIGHT_TRACE_FILE;
  else process.env.PLAYWRIGHT_TRACE_FILE = before;
  const test1 = { file: 'e2e/a11y/remotes/jobs.spec.ts', title: 'group fits', device: 'phone' };
  expect(JSON.parse(readFileSync(file, 'utf8')).tests).toEqual([
    { ...test1, status: 'passed', ms: 20 },
    { ...test1, status: 'skipped', ms: 0 },
  ]);
});
