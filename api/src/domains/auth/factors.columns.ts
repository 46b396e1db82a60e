import { type RawBuilder, sql } from 'kysely';

/** The guard has a second factor. */
export const hasSecondFactor = (guardId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from second_factors f where f.guard_id = ${guardId} and f.proven_at is not null)`;
