import { acceptCover, declineCover, listCovers, offerCover, withdrawCover } from '@portal/contracts/covers/covers.endpoints';
import { approveCover } from '@portal/contracts/covers/covers.staff';
import { sql } from 'kysely';
import { db } from '../src/platform/database/db';
import type { GivenShift } from './shifts';
import type { TestApi, TestGuard } from './test-api';

/** A guard whom any shift fits: their licence is valid for years, and they have a vehicle. */
export async function createFittingGuard(api: TestApi): Promise<TestGuard> {
  const guard = await api.guard({ licenceUntil: '2030-01-31' } as never);
  await sql`update guards set is_go_with = 1 where id = ${guard.id}`.execute(db());
  return guard;
}

/** The calls of cover, by short names. */
export function coverCalls(api: TestApi, { jobId, shiftId }: Pick<GivenShift, 'jobId' | 'shiftId'>) {
  const list = async ({ token }: TestGuard) => (await api.call(listCovers, {}, { token })).data;
  const offerId = async (guard: TestGuard) => (await list(guard)).own.find((one) => one.shiftId === shiftId)?.offerId ?? '';
  return {
    list,
    offerId,
    offer: ({ token }: TestGuard, note?: string, key?: string) =>
      api.call(offerCover, { jobId, shiftId, note }, { token, ...(key && { headers: { 'idempotency-key': key } }) }),
    withdraw: ({ token }: TestGuard) => api.call(withdrawCover, { jobId, shiftId }, { token }),
    accept: ({ token }: TestGuard, id: string) => api.call(acceptCover, { offerId: id }, { token }),
    decline: ({ token }: TestGuard, id: string) => api.call(declineCover, { offerId: id }, { token }),
    approve: (id: string) => api.call(approveCover, { offerId: id }),
  };
}
