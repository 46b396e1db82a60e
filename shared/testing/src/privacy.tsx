import { countStoredData, deletionState, type ExportState, exportState, readLocations } from '@portal/contracts/privacy/privacy.endpoints';
import { type DataCategory, dataCategories } from '@portal/contracts/privacy/privacy.rules';
import { mockId } from './ids';
import { mockEndpoint } from './mockEndpoint';

/** A finished copy of 3.2 MB. */
export const copyOf = (over: Partial<ExportState> = {}): ExportState => ({
  id: mockId(8001),
  state: 'done',
  progress: 100,
  askedAt: '2027-03-14T14:00:00.000Z',
  bytes: 3_200_000,
  expiresAt: '2027-03-15T14:05:00.000Z',
  newFrom: '2027-03-14T15:05:00.000Z',
  token: 'signed-token',
  ...over,
});

/** Replies to all calls of the privacy part: two rows in each category, no location, no copy, no request. */
export function mockPrivacy() {
  const categories = (Object.keys(dataCategories) as DataCategory[]).map((id) => ({ id, count: 2 }));
  return {
    held: mockEndpoint(countStoredData, { categories }),
    locations: mockEndpoint(readLocations, { docs: [], total: 0 }),
    copy: mockEndpoint(exportState, { copy: null }),
    deletion: mockEndpoint(deletionState, { request: null }),
  };
}
