import { jobPlaces } from '@portal/contracts/jobs/jobs.endpoints';
import type { Place } from '@portal/contracts/jobs/jobs.shapes';
import { googleMaps } from '@portal/testing/googleMaps';
import { jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { MapPanel } from '../search/MapPanel';

const config = { customerSite: '', supportEmail: '', mapsKey: 'a-key' };
const place = (n: number, lat: number, long: number): Place => ({
  ...jobIds(n),
  jobTitle: `Job ${n}`,
  hourlyRate: '24.5',
  locationName: `Street ${n}`,
  lat,
  long,
});
const docs = [place(1, 43.65, -79.38), place(2, 43.651, -79.381), place(3, 45.42, -75.7)];
const ours = () => screen.findByRole('group', { name: /^Map\./ });

async function open(maps: () => Promise<object | null>) {
  mockEndpoint(jobPlaces, { docs, total: 3 });
  const page = renderScreen(<MapPanel search={{ filters: {}, page: 1 }} position={null} />, { portal: { config, maps } });
  await ours();
  return page;
}

it('requests nothing from Google until the guard opens the street map', async () => {
  const maps = jest.fn(async () => null);
  await open(maps);
  expect(maps).not.toHaveBeenCalled();
});

it('offers no street map without a key', async () => {
  mockEndpoint(jobPlaces, { docs, total: 3 });
  renderScreen(<MapPanel search={{ filters: {}, page: 1 }} position={null} />);
  await ours();
  expect(screen.queryByRole('button', { name: 'Street map' })).toBeNull();
});

it('shows all jobs on the street map, nearby jobs as one numbered mark, named as on our own map', async () => {
  const { maps, asked, shown, press, comesToRest, listeners } = googleMaps();
  const { user, unmount } = await open(maps);
  await user.click(screen.getByRole('button', { name: 'Street map' }));
  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(asked).toEqual([{ north: 45.42, south: 43.65, east: -75.7, west: -79.381 }]);
  expect(shown()).toMatchObject([
    { title: '2 jobs near Street 1, zoom in', label: '2' },
    { title: 'Job 3, Street 3', label: undefined },
  ]);
  act(() => press(shown()[1]));
  expect(screen.getByRole('link', { name: 'Job 3' })).toBeVisible();
  act(() => press(shown()[0]));
  expect(asked.slice(1)).toEqual([{ lat: expect.closeTo(43.6505), lng: expect.closeTo(-79.3805) }, 10]);
  expect(screen.queryByRole('link', { name: 'Job 3' })).toBeNull();
  act(comesToRest);
  expect(shown()).toHaveLength(2);
  unmount();
  expect([shown(), listeners()]).toEqual([[], 0]);
});

it.each([
  ['does not come', async () => null],
  ['has no map to give', async () => ({})],
])('keeps our own map with a message when the script %s; another try may succeed', async (_what, reply) => {
  delete (window as { google?: unknown }).google;
  const maps = jest.fn<Promise<object | null>, []>(reply);
  const { user } = await open(maps);
  await user.click(screen.getByRole('button', { name: 'Street map' }));
  expect(await screen.findByText('The street map did not load. This is our own map.')).toBeVisible();
  expect(await ours()).toBeVisible();
  const { maps: came, shown } = googleMaps();
  maps.mockImplementation(came);
  await user.click(screen.getByRole('button', { name: 'Try the street map again' }));
  await waitFor(() => expect(shown()).toHaveLength(2));
});
