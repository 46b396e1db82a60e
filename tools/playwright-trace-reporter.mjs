import { join, relative } from 'node:path';
import { writeResults } from './trace/results.mjs';
import { treeOf } from './trace/tree.mjs';

/** Writes one `{file, title, status, device, ms}` per test of the run, and the hash of its sources, to PLAYWRIGHT_TRACE_FILE. */
export default class TraceReporter {
  onBegin(config, suite) {
    this.root = join(config.rootDir, '..');
    this.suite = suite;
    this.errors = [];
    this.tree = treeOf(this.root);
  }

  onError(error) {
    this.errors.push(error.message ?? 'error');
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map((test) => ({
      file: relative(this.root, test.location.file),
      title: test.titlePath().slice(3).join(' '),
      status: test.results.at(-1)?.status ?? 'skipped',
      device: test.parent.project()?.name,
      ms: test.results.at(-1)?.duration ?? 0,
    }));
    for (const title of this.errors) tests.push({ file: 'e2e', title: title.split('\n')[0], status: 'failed' });
    if (process.env.PLAYWRIGHT_TRACE_FILE) writeResults(process.env.PLAYWRIGHT_TRACE_FILE, tests, this.tree);
  }
}
