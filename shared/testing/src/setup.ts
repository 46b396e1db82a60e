import '@testing-library/jest-dom';
// Also for tests that draw nothing: what a test drew is taken down before the replies to its calls are, so that package comes first.
import { configure, getConfig } from '@testing-library/react';
import { unexpected } from './console';
import { resetEndpoints } from './mockEndpoint';

// A device of Toronto, as in the journeys, whatever the machine of the test is set to.
jest.mock('@portal/contracts/_kernel/deviceZone', () => ({ deviceZone: jest.fn(() => 'America/Toronto') }));

const { getElementError } = getConfig();
/** Set by the library while it waits, and looks again at every change of the page. */
const isLooking = () => (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

configure({
  // Wide: it only ends a wait that would fail anyway, on a machine that may be busy.
  asyncUtilTimeout: 15_000,
  // The page is drawn into the error of a wait once it gives up: drawn at each look, that took a tenth of what queries take.
  getElementError: (message, container) =>
    isLooking() ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }) : getElementError(message, container),
});

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
