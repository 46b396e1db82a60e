import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

/** Gives each test file, and whatever it starts, a temporary folder of its own, and removes it with all that was left in it. */
export default class OwnTemporaryFolder extends TestEnvironment {
  constructor(...parts) {
    const before = process.env.TMPDIR;
    const own = mkdtempSync(join(process.env.PORTAL_TEMP ?? tmpdir(), 'portal-jest-'));
    // A database that runs as another user must be able to walk here.
    chmodSync(own, 0o755);
    process.env.TMPDIR = own;
    super(...parts);
    this.leave = () => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      // What a test started and stopped may still be on its way out.
      rmSync(own, { recursive: true, force: true, maxRetries: 20 });
    };
  }

  async teardown() {
    await super.teardown();
    this.leave();
  }
}
