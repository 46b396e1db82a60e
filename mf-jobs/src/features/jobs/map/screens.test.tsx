import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { detailOf, jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { JobDetailScreen } from '../detail/JobDetailScreen';
import { JobPageScreen } from '../page/JobPageScreen';

const toronto = detailOf().locationId;
const ottawa = { ...toronto, locationName: 'Ottawa Gate', lat: 45.4215, long: -75.6972 };

it.each([
  ['JOBPAGE-04', <JobPageScreen key="1" />, jobsPaths.jobPage(jobIds())],
  ['JOBDETAIL-08', <JobDetailScreen key="2" />, jobsPaths.jobDetail(jobIds())],
])('[%s] the map is of the place of the job: drawn around it, and opened there', async (_id, shown, path) => {
  const centreOf = async (locationId: typeof toronto) => {
    mockEndpoint(jobDetail, detailOf({ locationId }));
    const { unmount } = renderScreen(shown, { path });
    const map = await screen.findByRole('img', { name: new RegExp(`^Map of .* with a pin at ${locationId.locationName}$`) });
    const opened = expect.stringContaining(`mlat=${locationId.lat}&mlon=${locationId.long}`);
    expect(screen.getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', opened);
    const [left = 0, top = 0, width = 0, height = 0] = (map.getAttribute('viewBox') ?? '').split(' ').map(Number);
    unmount();
    return [left + width / 2, top + height / 2];
  };
  const [[x = 0, y = 0], [east = 0, south = 0]] = [await centreOf(toronto), await centreOf(ottawa)];
  // The picture is drawn in kilometres, y downwards.
  expect([Math.round(east - x), Math.round(south - y)]).toEqual([295, -197]);
});
