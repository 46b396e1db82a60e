import { job } from '@portal/testing/jobs';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { JobMap } from './JobMap';

const config = { customerSite: '', supportEmail: '', mapsKey: 'a-key' };
const ours = () => screen.findByRole('img', { name: /Map of .* with a pin at Toronto Yard 7/ });
const askForStreets = async (maps: () => Promise<unknown>) => {
  const page = renderScreen(<JobMap job={job()} />, { portal: { config, maps } });
  await ours();
  await page.user.click(screen.getByRole('button', { name: 'Street map' }));
  return page;
};

it('shows our own map, and asks nobody else, until the guard does', async () => {
  const maps = jest.fn(async () => null);
  renderScreen(<JobMap job={job()} />, { portal: { config, maps } });
  expect(await ours()).toBeVisible();
  expect(maps).not.toHaveBeenCalled();
});

it('has no street map without a key', async () => {
  renderScreen(<JobMap job={job()} />);
  expect(await ours()).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Street map' })).toBeNull();
});

it('[SHELL-47] shows the location with the map script, pinned where it is', async () => {
  const [Street, Marker] = [jest.fn(), jest.fn()];
  const importLibrary = async (name: string) => (name === 'maps' ? { Map: Street } : { Marker });
  await askForStreets(async () => ({ importLibrary }));
  const canvas = await screen.findByRole('region', { name: 'Street map of Toronto Yard 7' });
  const position = { lat: 43.6532, lng: -79.3832 };
  await waitFor(() => expect(Marker).toHaveBeenCalledWith(expect.objectContaining({ position, title: 'Toronto Yard 7' })));
  expect(Street).toHaveBeenCalledWith(canvas, expect.objectContaining({ center: position }));
});

it.each([
  ['does not come', async () => null],
  ['has no map to give', async () => ({ importLibrary: async () => ({}) })],
])('[SHELL-47] shows the location with the maps embed when the script %s', async (_what, maps) => {
  const { user } = await askForStreets(maps);
  const embed = await screen.findByTitle('Street map of Toronto Yard 7');
  expect(embed).toHaveAttribute('src', 'https://www.google.com/maps/embed/v1/place?key=a-key&q=43.6532%2C-79.3832&zoom=15');
  await user.click(screen.getByRole('button', { name: 'Street map' }));
  expect(await ours()).toBeVisible();
});
