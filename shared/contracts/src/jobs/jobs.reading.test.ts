import { jobDetail, jobHistory, myJobs, searchJobs } from './jobs.endpoints';
import { readHistory, readJob } from './jobs.reading';
import { transports } from './jobs.rules';
import { ownerName } from './jobs.shapes';

const place = { id: 'p', locationName: 'Union Station', lat: 43.645, long: -79.38 };

describe('readJob, readJobDetail and readHistory', () => {
  it('[DATA-JOB-28/1] accepts either name of status, transport and place', () => {
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
    const ours = readJob({ jobStatus: 4, transportation: 2, locationId: place });
    expect(ours).toMatchObject({ jobStatus: 4, transportation: 2, locationId: place });
    expect(readJob({ status: 4, isVehicleRequired: 2, location: place })).toEqual(ours);
  });

  it.each([
    ['DATA-JOB-05', { jobStatus: 4 }, { jobStatus: 4 }],
    ['DATA-JOB-05', { status: 4 }, { jobStatus: 4 }],
    ['DATA-JOB-11', { locationId: place }, { locationId: { locationName: 'Union Station', lat: 43.645, long: -79.38 } }],
    ['DATA-JOB-11', { location: place }, { locationId: { locationName: 'Union Station', lat: 43.645, long: -79.38 } }],
    ['DATA-JOB-08', { transportation: 1 }, { transportation: 1 }],
    ['DATA-JOB-08', { transportation: 2 }, { transportation: 2 }],
    ['DATA-JOB-08', { transportation: 3 }, { transportation: 3 }],
    ['DATA-JOB-08', { isVehicleRequired: 2 }, { transportation: 2 }],
    ['DATA-JOB-08', { isVehicleRequired: true }, { transportation: 1 }],
    ['DATA-JOB-08', { isVehicleRequired: false }, { transportation: 3 }],
  ])('[%s] reads %j as %j', (_id, sent, read) => expect(readJob(sent)).toMatchObject(read));

  it('[DATA-JOB-08, DATA-JOB-29] distinguishes own vehicle, public transport and "does not matter"', () =>
    expect(transports).toEqual({ 1: 'Own vehicle', 2: 'Public transport', 3: 'Does not matter' }));

  it('[DATA-JOB-12, DATA-JOB-28/2] reads longitude before latitude and drops coordinates out of bounds', () => {
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
    [625, '625'],
    ['625.50', '625.50'],
    [[{ credit: '625.50' }], '625.50'],
    [[], '0'],
  ])('[HISTORY-15] reads an earning of %j in the job detail as %s', (sent, read) =>
    expect(jobDetail.read?.({ totalEarning: sent }).totalEarning).toBe(read),
  );

  it.each([
    [
      { lat: 90, long: 180 },
      { lat: 90, long: 180 },
    ],
    [
      { lat: -90, long: -180 },
      { lat: -90, long: -180 },
    ],
    [
      { lat: 90.1, long: -79 },
      { lat: 0, long: -79 },
    ],
    [
      { lat: -90.1, long: -79 },
      { lat: 0, long: -79 },
    ],
    [
      { lat: 43, long: 180.1 },
      { lat: 43, long: 0 },
    ],
    [
      { lat: 43, long: -180.1 },
      { lat: 43, long: 0 },
    ],
    [{ location: { coordinates: [-180.1, 43] } }, { lat: 43, long: 0 }],
    [{ location: { coordinates: [-79, 90.1] } }, { lat: 0, long: -79 }],
  ])('[DATA-JOB-28/2] reads the place %j as %j', (sent, read) => expect(readJob({ location: sent }).locationId).toMatchObject(read));

  it.each([
    ['searchJobs', searchJobs],
    ['myJobs', myJobs],
    ['jobHistory', jobHistory],
  ])('[DATA-JOB-28] normalises the reply of %s', (_name, { read }) => {
    const sent = { status: 4, isVehicleRequired: 2, location: place };
    expect(read?.({ docs: [sent], total: 1 }).docs).toMatchObject([{ jobStatus: 4, transportation: 2, locationId: place }]);
  });

  it('[DATA-JOB-28] normalises the reply of jobDetail', () =>
    expect(jobDetail.read?.({ status: 4, isVehicleRequired: 2, location: place })).toMatchObject({
      ...{ jobStatus: 4, transportation: 2, locationId: place },
    }));

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
