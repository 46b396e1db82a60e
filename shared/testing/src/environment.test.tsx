import { render } from '@testing-library/react';

const wantsChangesExpected = () => (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT;

beforeEach(() => expect(wantsChangesExpected()).toBe(true));
afterEach(() => expect(wantsChangesExpected()).toBe(false));

it.each([1, 2])('expects unplanned updates of a page only after the body of a test: %i', (count) => {
  render(<p>{count}</p>);
  expect(wantsChangesExpected()).toBe(true);
});
