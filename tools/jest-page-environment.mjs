import { TestEnvironment } from 'jest-environment-jsdom';

/** Neither UTC nor a site's own zone: a screen that writes this device's day or hour where it should write another one's shows it. */
const DEVICE_ZONE = 'America/Vancouver';

/**
 * React wants each change of a tested page to be waited for. What is still under way when the body of a test has ended is taken down with the
 * page; on a busy machine it may change it before, and no test could wait for that.
 */
export default class PageEnvironment extends TestEnvironment {
  constructor(...parts) {
    const before = process.env.TZ;
    process.env.TZ = DEVICE_ZONE;
    super(...parts);
    this.leave = () => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    };
  }

  async teardown() {
    await super.teardown();
    this.leave();
  }

  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.IS_REACT_ACT_ENVIRONMENT = true;
    if (name === 'test_fn_success' || name === 'test_fn_failure') this.global.IS_REACT_ACT_ENVIRONMENT = false;
  }
}
