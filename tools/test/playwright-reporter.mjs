import { join, relative } from 'node:path';
import { writeResults } from '../requirements/results.mjs';
import { treeOf } from '../requirements/tree.mjs';

/** Writes one `{file, title, status, device, ms}` per test of the run, and the hash of its sources, to PLAYWRIGHT_TRACE_FILE. */
export default class TraceReporter {
  onBegin(config, suite) {
    this.folder = config.rootDir;
    this.root = join(config.rootDir, '..');
    this.suite = suite;
    this.errors = [];
    this.tree = treeOf(this.root);
  }

  onError(error) {
    this.errors.push(error.message ?? 'error');
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map((test) => {
      // The location of a test may be a shared function that several spec files call.
      const [, device, spec, ...titles] = test.titlePath();
      const { status = 'skipped', duration = 0 } = test.results.at(-1) ?? {};
      return { file: relative(this.root, join(this.folder, spec)), title: titles.join(' '), status, device, ms: duration };
    });
    for (const title of this.errors) tests.push({ file: 'e2e', title: title.split('\n')[0], status: 'failed' });
    if (process.env.PLAYWRIGHT_TRACE_FILE) writeResults(process.env.PLAYWRIGHT_TRACE_FILE, tests, this.tree);
  }
}
