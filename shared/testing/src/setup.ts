import '@testing-library/jest-dom';
// The import also comes first for tests that render nothing: its cleanup must run before the replies are removed.
import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { takeUnexpected } from './console';
import { resetEndpoints } from './mockEndpoint';
import { endTest } from './testEnd';

// The time zone of the device is Toronto, as in end-to-end tests, on every machine.
jest.mock('@portal/contracts/_kernel/deviceZone', () => ({ deviceZone: jest.fn(() => 'America/Toronto') }));

const { getElementError } = getConfig();
/** The library sets this while it waits and queries at every change of the page. */
const isLooking = () => (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

configure({
  // In ms. Long, because it only ends waits that fail anyway, and machines may be busy.
  asyncUtilTimeout: 15_000,
  // The error prints the page only when a wait ends. Printing it at each query took a tenth of the query time.
  getElementError: (message, container) =>
    isLooking() ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }) : getElementError(message, container),
});

/**
 * React records a stack trace for each created element, for a longer text of its warnings: a tenth of the work of a screen test. It records none
 * while this counter is above 10,000.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<string, object>;
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_SAFE_INTEGER, set: () => undefined });

let errors: jest.SpyInstance;

beforeEach(() => {
  errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  endTest();
  const found = takeUnexpected(errors.mock.calls);
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
