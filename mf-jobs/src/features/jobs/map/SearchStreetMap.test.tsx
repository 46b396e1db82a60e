import { jobPlaces } from '@portal/contracts/jobs/jobs.endpoints';
import type { Place } from '@portal/contracts/jobs/jobs.shapes';
import { jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { MapPanel } from '../search/MapPanel';

const config = { customerSite: '', supportEmail: '', mapsKey: 'a-key' };
const place = (n: number, lat: number, long: number): Place => ({
  ...jobIds(n),
  jobTitle: `Job ${n}`,
  hourlyRate: '24.50',
  locationName: `Street ${n}`,
  lat,
  long,
});
const docs = [place(1, 43.65, -79.38), place(2, 43.651, -79.381), place(3, 45.42, -75.7)];
const ours = () => screen.findByRole('group', { name: /^Map\./ });

interface Pinned {
  title: string;
  label: string | undefined;
  isOn: boolean;
  click: () => void;
}

/** A stand-in of the provider's script: it rests where it was told to fit, and keeps its pins. */
function streets() {
  const pins: Pinned[] = [];
  const asked: unknown[] = [];
  let rest: () => void = () => undefined;
  class Street {
    private edges: unknown;
    addListener(_event: string, then: () => void) {
      rest = then;
    }
    fitBounds(edges: unknown) {
      this.edges = edges;
      asked.push(edges);
      rest();
    }
    getBounds() {
      return { toJSON: () => this.edges };
    }
    getZoom() {
      return 8;
    }
    setCenter(at: unknown) {
      asked.push(at);
    }
    setZoom(zoom: number) {
      asked.push(zoom);
    }
  }
  class Marker {
    private readonly pin: Pinned;
    constructor({ title, label }: Pinned) {
      this.pin = { title, label, isOn: true, click: () => undefined };
      pins.push(this.pin);
    }
    setMap() {
      this.pin.isOn = false;
    }
    addListener(_event: string, then: () => void) {
      this.pin.click = then;
    }
  }
  const maps = async () => ({ importLibrary: async (name: string) => (name === 'maps' ? { Map: Street } : { Marker }) });
  return { maps, asked, shown: () => pins.filter(({ isOn }) => isOn), comesToRest: () => rest() };
}

async function open(maps: () => Promise<unknown>) {
  mockEndpoint(jobPlaces, { docs, total: 3 });
  const page = renderScreen(<MapPanel search={{ filters: {}, page: 1 }} position={null} />, { portal: { config, maps } });
  await ours();
  return page;
}

it('asks the provider for nothing until the guard asks for streets', async () => {
  const maps = jest.fn(async () => null);
  await open(maps);
  expect(maps).not.toHaveBeenCalled();
});

it('has no street map without a key', async () => {
  mockEndpoint(jobPlaces, { docs, total: 3 });
  renderScreen(<MapPanel search={{ filters: {}, page: 1 }} position={null} />);
  await ours();
  expect(screen.queryByRole('button', { name: 'Street map' })).toBeNull();
});

it('shows the jobs on the streets: all of them at first, many as one with their number, each mark as on our own map', async () => {
  const { maps, asked, shown, comesToRest } = streets();
  const { user } = await open(maps);
  await user.click(screen.getByRole('button', { name: 'Street map' }));
  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(asked).toEqual([{ north: 45.42, south: 43.65, east: -75.7, west: -79.381 }]);
  expect(shown()).toMatchObject([
    { title: '2 jobs near Street 1, zoom in', label: '2' },
    { title: 'Job 3, Street 3', label: undefined },
  ]);
  act(() => shown()[1]?.click());
  expect(screen.getByRole('link', { name: 'Job 3' })).toBeVisible();
  act(() => shown()[0]?.click());
  expect(asked.slice(1)).toEqual([{ lat: expect.closeTo(43.6505), lng: expect.closeTo(-79.3805) }, 10]);
  expect(screen.queryByRole('link', { name: 'Job 3' })).toBeNull();
  act(comesToRest);
  expect(shown()).toHaveLength(2);
});

it.each([
  ['does not come', async () => null],
  ['has no map to give', async () => ({ importLibrary: async () => ({}) })],
])('shows our own map again, and says so, when the script %s', async (_what, maps) => {
  const { user, portal } = await open(maps);
  await user.click(screen.getByRole('button', { name: 'Street map' }));
  expect(await ours()).toBeVisible();
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'info', text: 'The street map is not answering. This is our own map.' }]));
  expect(screen.getByRole('button', { name: 'Street map' })).toHaveAttribute('aria-pressed', 'false');
});
