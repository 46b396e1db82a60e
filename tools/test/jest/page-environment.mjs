import { TestEnvironment } from 'jest-environment-jsdom';

/** Neither UTC nor a site's time zone, so that a screen that uses the device's day or hour by mistake shows a wrong one. */
const DEVICE_ZONE = 'America/Vancouver';

/**
 * React requires tests to await each change of the page. After the end of a test's body, a slow machine may still apply changes before the page is
 * removed, which no test can await. So the check is off from then on.
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
