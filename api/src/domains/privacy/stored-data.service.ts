import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { countStoredData, readLocations } from '@portal/contracts/privacy/privacy.endpoints';
import { type DataCategory, dataCategories, privacyLimits } from '@portal/contracts/privacy/privacy.rules';
import { nearestPlace } from '../places/places.service';
import * as held from './stored-data.repository';

/** The number of stored records of the guard, by category in the stated order. */
export async function counts(guardId: string): Promise<Output<typeof countStoredData>> {
  const counted = await held.counts(guardId);
  return { categories: (Object.keys(dataCategories) as DataCategory[]).map((id) => ({ id, count: counted[id] })) };
}

/** One page of the stored locations of the guard, latest first. */
export async function locations(guardId: string, page = 1): Promise<Output<typeof readLocations>> {
  const { docs, total } = await held.locations(guardId, page, privacyLimits.locations);
  return { docs: docs.map((location) => ({ ...location, place: nearestPlace(location) })), total };
}
