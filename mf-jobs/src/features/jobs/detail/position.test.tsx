import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { PortalOver } from '@portal/testing/fakePortal';
import { detailOf, jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { JobDetailScreen } from './JobDetailScreen';

async function open(portal: PortalOver) {
  const detail = mockEndpoint(jobDetail, detailOf());
  const { jobId, shiftId } = jobIds();
  const page = renderScreen(<JobDetailScreen />, { path: jobsPaths.jobDetail({ jobId, shiftId }), portal });
  await screen.findByText('Total earning');
  return { detail, ...page };
}

describe('position', () => {
  const here = { latitude: 43.7, longitude: -79.4, accuracy: 20, at: '2027-03-14T14:59:00.000Z' };
  const permitted = (state: PermissionState) =>
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state }) } });
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(navigator, 'permissions');
  });

  it('[SHELL-38] sends the stored position before it is read again', async () => {
    const { detail } = await open({ lastPosition: () => here });
    expect(detail.calls[0]).toMatchObject({ lat: 43.7, long: -79.4 });
  });

  it('[JOBDETAIL-28] reads the position again 2 seconds after the page loaded', async () => {
    permitted('granted');
    const before = { ...here, latitude: 43.1, longitude: -79.1 };
    const readAt: number[] = [];
    const position = async () => {
      readAt.push(Date.now());
      return here;
    };
    let opened = 0;
    const lastPosition = () => {
      opened ||= Date.now();
      return before;
    };
    const { detail } = await open({ position, lastPosition });
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(detail.calls.at(-1)).toMatchObject({ lat: 43.7, long: -79.4 }));
    expect(detail.calls[0]).toMatchObject({ lat: 43.1, long: -79.1 });
    expect(readAt).toHaveLength(1);
    expect((readAt[0] as number) - opened).toBeGreaterThanOrEqual(1900);
    expect((readAt[0] as number) - opened).toBeLessThanOrEqual(2500);
  });

  it('does not read the position without an earlier permission', async () => {
    permitted('prompt');
    const position = jest.fn(async () => here);
    await open({ position });
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(position).not.toHaveBeenCalled();
  });
});
