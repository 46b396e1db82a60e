import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** Writes test-results/jest.json: one `{file, title, status}` per test of the last run, which trace.mjs joins with the ledger. */
export default class TraceReporter {
  constructor(globalConfig) {
    this.root = globalConfig.rootDir;
  }

  onRunComplete(_contexts, results) {
    const tests = results.testResults.flatMap((suite) => {
      const file = relative(this.root, suite.testFilePath);
      // A suite that could not run holds no tests: it must still be seen as a failure.
      if (suite.testExecError) return [{ file, title: 'could not run', status: 'failed' }];
      return suite.testResults.map((test) => ({ file, title: test.fullName, status: test.status }));
    });
    const target = process.env.JEST_TRACE_FILE ?? `${this.root}/test-results/jest.json`;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${JSON.stringify(tests, null, 1)}\n`);
  }
}
