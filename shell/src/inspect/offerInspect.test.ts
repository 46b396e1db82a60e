import { fireEvent } from '@testing-library/dom';
import { createEventLog } from '../telemetry/eventLog';
import { offerInspect } from './offerInspect';
import { openInspect } from './openInspect';

jest.mock('./openInspect', () => ({ openInspect: jest.fn() }));

const telemetry = createEventLog();
const parts = { services: { telemetry } } as unknown as Parameters<typeof offerInspect>[0];
const opened = jest.mocked(openInspect);
const settled = () => new Promise((resolve) => setTimeout(resolve));
beforeAll(() => offerInspect(parts));
beforeEach(() => opened.mockClear());

it('[INSPECT-01] opens the panel at Alt+Shift+V and at no other key', async () => {
  for (const key of [{ code: 'KeyV' }, { code: 'KeyV', altKey: true }, { code: 'KeyB', altKey: true, shiftKey: true }])
    fireEvent.keyDown(document.body, key);
  await settled();
  expect(opened).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { code: 'KeyV', altKey: true, shiftKey: true });
  await settled();
  expect(opened).toHaveBeenCalledWith(parts);
});

it('[INSPECT-01] opens the panel immediately for ?inspect in the address', async () => {
  window.history.replaceState(null, '', '/search-job?inspect');
  offerInspect(parts);
  await settled();
  expect(opened).toHaveBeenCalledTimes(1);
});

it('[INSPECT-08] logs the errors that no code caught', () => {
  window.dispatchEvent(new ErrorEvent('error', { error: Object.assign(new Error(), { stack: 'Error: spoiled\n at f' }) }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no text' }));
  expect([...new Set(telemetry.reports.map(({ event, detail }) => `${event}: ${detail}`))]).toEqual([
    'uncaught: Error: spoiled\n at f',
    'uncaught: no text',
  ]);
});
