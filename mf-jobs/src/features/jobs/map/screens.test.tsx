import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { googleMaps } from '@portal/testing/googleMaps';
import { detailOf, jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { JobDetailScreen } from '../detail/JobDetailScreen';
import { JobPageScreen } from '../page/JobPageScreen';

const toronto = detailOf().locationId;
const ottawa = { ...toronto, locationName: 'Ottawa Gate', lat: 45.4215, long: -75.6972 };

it.each([
  ['JOBPAGE-03, JOBPAGE-04', <JobPageScreen key="1" />, jobsPaths.jobPage(jobIds())],
  ['JOBDETAIL-04, JOBDETAIL-08', <JobDetailScreen key="2" />, jobsPaths.jobDetail(jobIds())],
])('[%s] names the place of the job, and draws and opens the map there', async (_id, shown, path) => {
  const centreOf = async (locationId: typeof toronto) => {
    mockEndpoint(jobDetail, detailOf({ locationId }));
    const { unmount } = renderScreen(shown, { path });
    const map = await screen.findByRole('img', { name: new RegExp(`^Map of .* with a pin at ${locationId.locationName}$`) });
    expect(screen.getByText(locationId.locationName)).toBeVisible();
    const opened = expect.stringContaining(`mlat=${locationId.lat}&mlon=${locationId.long}`);
    expect(screen.getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', opened);
    const [left = 0, top = 0, width = 0, height = 0] = (map.getAttribute('viewBox') ?? '').split(' ').map(Number);
    unmount();
    return [left + width / 2, top + height / 2];
  };
  const [[x = 0, y = 0], [east = 0, south = 0]] = [await centreOf(toronto), await centreOf(ottawa)];
  // The map's units are kilometres; y grows downwards.
  expect([Math.round(east - x), Math.round(south - y)]).toEqual([295, -197]);
});

it.each([
  ['the job page', <JobPageScreen key="1" />, jobsPaths.jobPage(jobIds())],
  ['the job detail', <JobDetailScreen key="2" />, jobsPaths.jobDetail(jobIds())],
])(
  '[SHELL-47] %s shows the place with the map script, and with the maps embed when the script does not load',
  async (_which, shown, path) => {
    mockEndpoint(jobDetail, detailOf({ locationId: ottawa }));
    delete (window as { google?: unknown }).google;
    const maps = jest.fn<Promise<object | null>, []>(async () => null);
    const { user } = renderScreen(shown, { path, portal: { config: { customerSite: '', supportEmail: '', mapsKey: 'a-key' }, maps } });
    await user.click(await screen.findByRole('button', { name: 'Street map' }));
    await user.click(await screen.findByRole('button', { name: 'Embedded map' }));
    const src = 'https://www.google.com/maps/embed/v1/place?key=a-key&q=45.4215%2C-75.6972&zoom=15';
    expect(screen.getByTitle('Street map of Ottawa Gate')).toHaveAttribute('src', src);
    const google = googleMaps();
    maps.mockImplementation(google.maps);
    await user.click(screen.getByRole('button', { name: 'Try the street map again' }));
    expect(await screen.findByRole('region', { name: 'Street map of Ottawa Gate' })).toBeVisible();
    expect(google.shown()).toEqual([expect.objectContaining({ position: { lat: 45.4215, lng: -75.6972 }, title: 'Ottawa Gate' })]);
  },
);
