import { render } from '@testing-library/react';

const wantsChangesExpected = () => (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT;

beforeEach(() => expect(wantsChangesExpected()).toBe(true));
afterEach(() => expect(wantsChangesExpected()).toBe(false));

it.each([1, 2])('a page may go on by itself once a test’s body has ended, and only then: %i', (count) => {
  render(<p>{count}</p>);
  expect(wantsChangesExpected()).toBe(true);
});
