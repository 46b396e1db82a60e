import '@testing-library/jest-dom';
// Also for tests that draw nothing: what a test drew is taken down before the replies to its calls are, so that package comes first.
import { configure } from '@testing-library/react';
import { unexpected } from './console';
import { resetEndpoints } from './mockEndpoint';

// Wide: it only ends a wait that would fail anyway, on a machine that may be busy.
configure({ asyncUtilTimeout: 15_000 });

let errors: jest.SpyInstance;

beforeEach(() => {
  errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  const found = unexpected(errors.mock.calls);
  errors.mockRestore();
  const faults = resetEndpoints();
  // Some shared code is tested in Node.
  if (typeof window !== 'undefined') {
    window.localStorage.clear();
    window.sessionStorage.clear();
  }
  if (found.length > 0) throw new Error(`Unexpected console.error:\n${found.join('\n')}`);
  if (faults.length > 0) throw new Error(`Calls: ${[...new Set(faults)].join('\n')}`);
});
