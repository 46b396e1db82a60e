import { relative } from 'node:path';
import { writeResults } from '../../requirements/results.mjs';
import { treeOf } from '../../requirements/tree.mjs';
import { sourceOf } from './suites.mjs';

/** Number of slowest files that the end of a run lists. */
const NAMED = 12;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(8);

/** One line per slowest file: its total time, and the time of its tests. The difference is loading and setup. */
function longest(suites, nameOf) {
  const times = suites.map((suite) => ({
    name: nameOf(suite),
    whole: suite.perfStats.end - suite.perfStats.start,
    tests: suite.testResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
  }));
  const sum = (key) => times.reduce((all, time) => all + time[key], 0);
  const first = times.sort((a, b) => b.whole - a.whole).slice(0, NAMED);
  return [...first, { name: `all ${times.length} files`, whole: sum('whole'), tests: sum('tests') }]
    .map(({ name, whole, tests }) => `${seconds(whole)}, tests ${seconds(tests)}  ${name}\n`)
    .join('');
}

/** A run of some tests must not overwrite the results of the last complete run. */
const isPartial = ({ testPathPatterns, testNamePattern, onlyChanged, findRelatedTests }) =>
  testPathPatterns.patterns.length > 0 ||
  Boolean(testNamePattern) ||
  onlyChanged ||
  findRelatedTests ||
  process.argv.includes('--selectProjects');

/**
 * Writes test-results/jest.json: one `{file, title, status, ms}` per test of a complete run, and the hash of its sources, which coverage.mjs joins with
 * the requirements. JEST_TRACE_FILE names another file, which every run writes.
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
    const nameOf = (suite) => relative(this.root, suite.testFilePath);
    process.stdout.write(`\nSlowest files of all workers:\n${longest(results.testResults, nameOf)}`);
    const tests = results.testResults.flatMap((suite) => {
      const file = nameOf(suite);
      // A suite that could not run has no tests; it must still count as a failure.
      if (suite.testExecError) return [{ file, title: 'could not run', status: 'failed' }];
      return suite.testResults.map((test) => ({ ...sourceOf(file, test.fullName), status: test.status, ms: test.duration ?? 0 }));
    });
    writeResults(this.target, tests, this.tree);
  }
}
