import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { sosOf } from '@portal/testing/shifts';
import { act, fireEvent, screen } from '@testing-library/react';
import { SosPanel } from './SosPanel';
import { HOLD_MS } from './useLongPress';

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

it('blocks a new version from the first touch until the SOS is off', async () => {
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

it('reports the emergency to the portal on every page while the SOS is on', async () => {
  mockEndpoint(raiseSos, sosOf());
  const { portal, unmount } = renderScreen(<SosPanel shift={jobIds()} sos={[]} readAt="2027-03-14T14:59:00.000Z" />);
  expect(portal.emergencies).toEqual([false]);
  fireEvent.pointerDown(screen.getByRole('button', { name: /^SOS/ }), { button: 0 });
  await act(() => jest.advanceTimersByTimeAsync(HOLD_MS));
  expect(await screen.findByText(/^Sent/)).toBeVisible();
  unmount();
  expect(portal.emergencies).toEqual([false, true]);
});

it('reports no emergency state before the shift is read', () => {
  const { portal } = renderScreen(<SosPanel shift={jobIds()} sos={[]} readAt="" />);
  expect(portal.emergencies).toEqual([]);
});

it('works in a shell without the emergency function', () => {
  renderScreen(<SosPanel shift={jobIds()} sos={[]} readAt="2027-03-14T14:59:00.000Z" />, { portal: { emergency: undefined as never } });
  expect(screen.getByRole('button', { name: /^SOS/ })).toBeVisible();
});
