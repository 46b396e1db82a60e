import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { sosOf } from '@portal/testing/shifts';
import { act, fireEvent, screen } from '@testing-library/react';
import { SosPanel } from './SosPanel';
import { HOLD_MS } from './useHold';

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

it('keeps the page as it is from the first touch for as long as it is on: no new version takes its place', async () => {
  mockEndpoint(raiseSos, sosOf());
  const { portal } = renderScreen(<SosPanel shift={jobIds()} sos={[]} readAt="2027-03-14T14:59:00.000Z" />);
  const button = screen.getByRole('button', { name: /^SOS/ });
  expect([...portal.unsaved]).toEqual([]);
  fireEvent.pointerDown(button, { button: 0 });
  expect([...portal.unsaved]).toEqual(['your SOS']);
  await act(() => jest.advanceTimersByTimeAsync(HOLD_MS));
  fireEvent.pointerUp(button);
  expect(await screen.findByText(/^Sent/)).toBeVisible();
  expect([...portal.unsaved]).toEqual(['your SOS']);
});
