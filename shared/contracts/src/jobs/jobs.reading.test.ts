import { readHistory, readJob } from './jobs.reading';
import { ownerName } from './jobs.shapes';

const place = { id: 'p', locationName: 'Union Station', lat: 43.645, long: -79.38 };

describe('reading jobs of any guard API', () => {
  it('[DATA-JOB-28] [DATA-JOB-29] takes either name of status, transport and place', () => {
    const job = readJob({
      status: 1,
      isVehicleRequired: true,
      location: { locationName: 'Gate', location: { coordinates: [-79.38, 43.645] } },
    });
    expect(job).toMatchObject({
      jobStatus: 1,
      transportation: 1,
      locationId: { lat: 43.645, long: -79.38, location: { coordinates: [-79.38, 43.645] } },
    });
    expect(readJob({ isVehicleRequired: false }).transportation).toBe(3);
  });

  it('[DATA-JOB-12] keeps longitude before latitude and drops coordinates out of bounds', () => {
    expect(readJob({ locationId: place }).locationId.location.coordinates).toEqual([-79.38, 43.645]);
    expect(readJob({ locationId: { ...place, lat: 743, long: 'east' } }).locationId).toMatchObject({ lat: 0, long: 0 });
  });

  it('[HISTORY-15] [HISTORY-11] reads an earning that is a number or a list of credits', () => {
    const page = readHistory<{ totalEarning: unknown }>({
      docs: [{ totalEarning: 12.5 }, { totalEarning: [{ credit: '9.00' }] }],
      total: 2,
    });
    expect(page.docs.map(({ totalEarning }) => totalEarning)).toEqual([[{ credit: '12.5' }], [{ credit: '9.00' }]]);
  });

  it.each([
    ['JOBPAGE-07', 'Business', 'North Gate Ltd.'],
    ['JOBPAGE-07', 'Incorporation', 'North Gate Ltd.'],
    ['JOBPAGE-08', 'Individual', 'Ada Byron'],
  ] as const)('[%s] names an owner registered as %s', (_id, registerAs, name) =>
    expect(
      ownerName({ id: 'o', registerAs, firstName: 'Ada', lastName: 'Byron', businessDetails: [{ businessName: 'North Gate Ltd.' }] }),
    ).toBe(name),
  );
});
