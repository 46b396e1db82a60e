import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Writes one `{file, title, status}` per test of the run to PLAYWRIGHT_TRACE_FILE, in the form of jest-trace-reporter.mjs. */
export default class TraceReporter {
  onBegin(config, suite) {
    this.root = join(config.rootDir, '..');
    this.suite = suite;
    this.errors = [];
  }

  onError(error) {
    this.errors.push(error.message ?? 'error');
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map((test) => ({
      file: relative(this.root, test.location.file),
      title: test.titlePath().slice(3).join(' '),
      status: test.results.at(-1)?.status ?? 'skipped',
    }));
    for (const title of this.errors) tests.push({ file: 'e2e', title: title.split('\n')[0], status: 'failed' });
    const target = process.env.PLAYWRIGHT_TRACE_FILE ?? join(this.root, 'test-results/playwright.json');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${JSON.stringify(tests, null, 1)}\n`);
  }
}
