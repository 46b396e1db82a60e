/** The owner of a row: a lock and the column that names it; `assignment`, `ticket` and `injury` look up the owner of that row. */
export const lockOwners: Readonly<Record<string, { of: readonly string[]; on?: string }>> = {
  jobs: { of: ['job:id'], on: 'update or delete' },
  shifts: { of: ['job:job_id'], on: 'update or delete' },
  applications: { of: ['job:job_id'] },
  assignments: { of: ['job:job_id'] },
  leaves: { of: ['guard:guard_id'] },
  cover_offers: { of: ['job:job_id'] },
  cover_declines: { of: ['guard:guard_id'] },
  breaks: { of: ['assignment'] },
  sos_alerts: { of: ['sos:assignment_id'] },
  welfare_checks: { of: ['sos:assignment_id'] },
  guards: { of: ['guard:id'], on: 'update or delete' },
  sessions: { of: ['guard:guard_id'] },
  identity_documents: { of: ['guard:guard_id'] },
  employment_details: { of: ['guard:guard_id'] },
  guard_specialities: { of: ['guard:guard_id'] },
  guard_documents: { of: ['guard:guard_id'] },
  contact_changes: { of: ['guard:guard_id'] },
  confirmation_codes: { of: ['guard:guard_id'] },
  passkey_challenges: { of: ['guard:guard_id'] },
  second_factors: { of: ['guard:guard_id'] },
  deletion_requests: { of: ['guard:guard_id'] },
  withdrawals: { of: ['guard:guard_id'] },
  transactions: { of: ['guard:guard_id'] },
  bank_details: { of: ['guard:guard_id'] },
  device_keys: { of: ['guard:guard_id'] },
  calendar_feeds: { of: ['guard:guard_id'] },
  agreements: { of: ['guard:guard_id'] },
  otp_codes: { of: ['guard:guard_id'] },
  ratings: { of: ['guard:guard_id'] },
  tickets: { of: ['guard:guard_id'] },
  ticket_responses: { of: ['ticket'] },
  injuries: { of: ['guard:guard_id'] },
  injury_responses: { of: ['injury'] },
  e_notes: { of: ['guard:guard_id'] },
  order_acknowledgements: { of: ['guard:guard_id'] },
  handover_notes: { of: ['guard:guard_id'] },
  handover_reads: { of: ['guard:guard_id'] },
  job_reports: { of: ['guard:guard_id'] },
  exports: { of: ['guard:guard_id'] },
};

/** Tables with rows of a guard or a job that may be written without locking either, and the reason. */
export const tablesWithoutLock: Readonly<Record<string, string>> = {
  chat_rooms: 'locked by themselves: the lock is the room',
  chat_participants: 'belong to their room',
  chat_messages: 'belong to their room',
  outgoing_messages: 'are only added, sent and removed; no decision depends on one',
  notifications: 'are only added and read; no decision depends on one',
  idempotency_keys: 'each is locked by its row, before the call locks anything',
  registrations: 'are inserted with their guard, who is not visible to other transactions yet',
  media: 'name a file that no other row names yet, or any more',
  expiry_reminders: 'are unique by their key',
  job_announcements: 'are unique by their key, and each is claimed by one process',
};

/**
 * In a test database, rejects every write of a transaction that has not locked the owner of the row (`platform/database/locks.ts`), so that a
 * forgotten lock fails a test before it causes a deadlock. A statement outside of `transaction` locks what it writes.
 */
export const lockTriggersSql: string = `
  create function held_by_writer() returns trigger language plpgsql as $$
  declare
    held text := current_setting('portal.held', true);
    written jsonb := to_jsonb(coalesce(new, old));
    before jsonb := to_jsonb(old);
    owner text;
  begin
    if coalesce(held, '') = '' then return null; end if;
    -- what its job, shift or assignment took with it, or left without its name, was watched there
    if (before ->> 'job_id' is not null and not exists (select from jobs where id = (before ->> 'job_id')::uuid))
      or (before ->> 'shift_id' is not null and not exists (select from shifts where id = (before ->> 'shift_id')::uuid))
      or (before ->> 'assignment_id' is not null and not exists (select from assignments where id = (before ->> 'assignment_id')::uuid))
    then
      return null;
    end if;
    foreach owner in array tg_argv loop
      case owner
        when 'assignment' then
          select 'job ' || job_id into owner from assignments where id = (written ->> 'assignment_id')::uuid;
        when 'ticket' then
          select 'guard ' || guard_id into owner from tickets where id = (written ->> 'ticket_id')::uuid;
        when 'injury' then
          select 'guard ' || guard_id into owner from injuries where id = (written ->> 'injury_id')::uuid;
        else
          owner := split_part(owner, ':', 1) || ' ' || (written ->> split_part(owner, ':', 2));
      end case;
      -- a ticket or report that is gone took its answers with it, and was watched itself
      if owner is not null and position(';' || owner || ';' in held) = 0 then
        raise exception '% of % without holding %: see platform/database/locks.ts', tg_op, tg_table_name, owner;
      end if;
    end loop;
    return null;
  end $$;
  ${Object.entries(lockOwners)
    .map(
      ([table, { of, on = 'insert or update or delete' }]) => `create trigger held_by_writer after ${on} on ${table}
    for each row execute function held_by_writer(${of.map((owner) => `'${owner}'`).join(', ')});`,
    )
    .join('\n')}`;
