import { relative } from 'node:path';
import { writeResults } from './trace/results.mjs';
import { treeOf } from './trace/tree.mjs';

/** A run of some tests only says nothing of the others: it leaves the last whole run's results alone. */
const isPartial = ({ testPathPatterns, testNamePattern, onlyChanged, findRelatedTests }) =>
  testPathPatterns.patterns.length > 0 ||
  Boolean(testNamePattern) ||
  onlyChanged ||
  findRelatedTests ||
  process.argv.includes('--selectProjects');

/**
 * Writes test-results/jest.json: one `{file, title, status, ms}` per test of the last whole run, and the tree that it ran on, which
 * trace.mjs joins with the ledger.
 * JEST_TRACE_FILE names another file, written by every run.
 */
export default class TraceReporter {
  constructor(globalConfig) {
    this.root = globalConfig.rootDir;
    this.target = process.env.JEST_TRACE_FILE ?? (isPartial(globalConfig) ? null : `${this.root}/test-results/jest.json`);
  }

  onRunStart() {
    if (this.target) this.tree = treeOf(this.root);
  }

  onRunComplete(_contexts, results) {
    if (!this.target) return;
    const tests = results.testResults.flatMap((suite) => {
      const file = relative(this.root, suite.testFilePath);
      // A suite that could not run holds no tests: it must still be seen as a failure.
      if (suite.testExecError) return [{ file, title: 'could not run', status: 'failed' }];
      return suite.testResults.map((test) => ({ file, title: test.fullName, status: test.status, ms: test.duration ?? 0 }));
    });
    writeResults(this.target, tests, this.tree);
  }
}
