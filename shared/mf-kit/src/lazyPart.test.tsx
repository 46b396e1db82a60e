import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { lazyPart } from './lazyPart';

const JobMap = ({ place }: { place: string }): ReactNode => <p>The map of {place}</p>;
const chunkError = () => Object.assign(new Error('Loading chunk map failed'), { name: 'ChunkLoadError', request: '/map.js' });
const host = (answer: () => Promise<{ ok: boolean; headers: Headers }>) => Object.assign(globalThis, { fetch: answer });

/** A screen with a part that `load` loads. */
function show(load: () => Promise<typeof JobMap>) {
  const Part = lazyPart(load, { fallback: <p>Loading the map</p>, failed: 'The map could not be loaded' });
  const Screen = ({ hasPart = true }) => (
    <>
      <h1>Jobs</h1>
      {hasPart && <Part place="Toronto" />}
    </>
  );
  return { ...renderScreen(<Screen />), Screen };
}

it('shows the fallback while the code loads, then the part', async () => {
  show(async () => JobMap);
  expect(screen.getByText('Loading the map')).toBeVisible();
  expect(await screen.findByText('The map of Toronto')).toBeVisible();
  expect(screen.queryByText('Loading the map')).toBeNull();
});

it('shows one line with a retry when the portal host lacks the file, and keeps the screen', async () => {
  host(async () => ({ ok: false, headers: new Headers() }));
  const load = jest.fn(async () => JobMap).mockRejectedValueOnce(chunkError());
  const { user } = show(load);
  expect(await screen.findByText('The map could not be loaded')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('The map of Toronto')).toBeVisible();
});

it('reports a lost connection, and loads when it returns', async () => {
  host(() => Promise.reject(new TypeError('Failed to fetch')));
  const load = jest.fn(async () => JobMap).mockRejectedValueOnce(chunkError());
  show(load);
  expect(await screen.findByText('No connection. This will load when you are back online.')).toBeVisible();
  host(async () => ({ ok: true, headers: new Headers() }));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('The map of Toronto')).toBeVisible();
});

it('reports nothing after it was removed during loading', async () => {
  let come: (map: typeof JobMap) => void = () => undefined;
  const { unmount } = show(() => new Promise((resolve) => (come = resolve)));
  unmount();
  await act(async () => come(JobMap));
  expect(document.body).toHaveTextContent('');
});
