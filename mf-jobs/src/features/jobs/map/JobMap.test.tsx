import { googleMaps } from '@portal/testing/googleMaps';
import { job } from '@portal/testing/jobs';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { JobMap } from './JobMap';

const config = { customerSite: '', supportEmail: '', mapsKey: 'a-key' };
const ours = () => screen.findByRole('img', { name: /Map of .* with a pin at Toronto Yard 7/ });
const streets = () => screen.findByRole('region', { name: 'Street map of Toronto Yard 7' });
const askForStreets = async (maps: jest.Mock) => {
  const page = renderScreen(<JobMap job={job()} />, { portal: { config, maps } });
  await ours();
  expect(maps).not.toHaveBeenCalled();
  await page.user.click(screen.getByRole('button', { name: 'Street map' }));
  return page;
};

it('offers no street map without a key', async () => {
  renderScreen(<JobMap job={job()} />);
  expect(await ours()).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Street map' })).toBeNull();
});

it('[SHELL-47] shows the pinned location with the map script when the guard requests it, and can return to our own map', async () => {
  const google = googleMaps();
  const { user } = await askForStreets(google.maps);
  expect(await streets()).toContainElement(google.streets[0]?.element ?? null);
  const position = { lat: 43.6532, lng: -79.3832 };
  expect(google.shown()).toEqual([expect.objectContaining({ position, title: 'Toronto Yard 7' })]);
  expect(google.asked).toEqual([position]);
  await user.click(screen.getByRole('button', { name: 'Street map' }));
  expect(await ours()).toBeVisible();
  expect([google.shown(), google.listeners()]).toEqual([[], 0]);
});

it.each([
  ['does not come', async () => null],
  ['has no map to give', async () => ({})],
])('[SHELL-47] keeps our own map when the script %s, offers the maps embed, and tries again', async (_what, reply) => {
  delete (window as { google?: unknown }).google;
  const maps = jest.fn<Promise<object | null>, []>(reply);
  const { user } = await askForStreets(maps);
  expect(await screen.findByText('The street map did not load. This is our own map.')).toBeVisible();
  expect(await ours()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Embedded map' }));
  const embed = screen.getByTitle('Street map of Toronto Yard 7');
  expect(embed).toHaveAttribute('src', 'https://www.google.com/maps/embed/v1/place?key=a-key&q=43.6532%2C-79.3832&zoom=15');
  maps.mockImplementation(googleMaps().maps);
  await user.click(screen.getByRole('button', { name: 'Try the street map again' }));
  expect(await streets()).toBeVisible();
  expect(screen.queryByText(/did not load/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Street map' })).toHaveFocus();
});

it('returns to our own map with a message when Google rejects the key, immediately or later', async () => {
  const google = googleMaps();
  const { user } = await askForStreets(google.maps);
  await streets();
  act(() => void google.refuse());
  expect(await ours()).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('The street map is not available here at the moment. This is our own map.');
  expect(google.listeners()).toBe(0);
  google.maps.mockResolvedValue('refused' as never);
  await user.click(screen.getByRole('button', { name: 'Street map' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('is not available here'));
  expect(await ours()).toBeVisible();
});
