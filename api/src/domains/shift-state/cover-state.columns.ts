import type { CoverState } from '@portal/contracts/covers/covers.rules';
import { type RawBuilder, sql } from 'kysely';
import { typedTable } from '../../platform/database/typed-table';

const c = typedTable('cover_offers', 'c');
const s = typedTable('shifts', 's');

/** The state of the offer `c` of the shift `s` at an instant: an open offer ends at its deadline, a proposed one at the start. */
export const coverStateAt = (now: string): RawBuilder<CoverState> =>
  sql`case when (${c.state} = 'open' and ${c.ends_at} <= ${now}::timestamptz) or (${c.state} = 'proposed' and ${s.starts_at} <= ${now}::timestamptz)
    then 'ended' else ${c.state} end`;
