import { TestEnvironment } from 'jest-environment-node';
import { dropFolder, temporaryFolder } from '../../../shared/testing/src/temporaryFolder.mjs';

/** Gives each test file and its child processes their own temporary folder, and removes it with its content. */
export default class OwnTemporaryFolder extends TestEnvironment {
  constructor(...parts) {
    const before = process.env.TMPDIR;
    const own = temporaryFolder('jest');
    process.env.TMPDIR = own;
    super(...parts);
    this.leave = () => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      dropFolder(own);
    };
  }

  async teardown() {
    await super.teardown();
    this.leave();
  }
}
