import { TestEnvironment } from 'jest-environment-node';
import { dropFolder, temporaryFolder } from '../shared/testing/src/temporaryFolder.mjs';

/** Gives each test file, and whatever it starts, a temporary folder of its own, and removes it with all that was left in it. */
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
