import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * React wants each change of a tested page to be waited for. What is still under way when the body of a test has ended is taken down with the
 * page; on a busy machine it may change it before, and no test could wait for that.
 */
export default class PageEnvironment extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.IS_REACT_ACT_ENVIRONMENT = true;
    if (name === 'test_fn_success' || name === 'test_fn_failure') this.global.IS_REACT_ACT_ENVIRONMENT = false;
  }
}
