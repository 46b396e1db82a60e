-- What guards ask to have paid from their wallets. Until it is refused, the amount is no longer in hand; paid, it is a transaction as well.

create table withdrawals (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  amount numeric(12, 2) not null check (amount > 0),
  status text not null default 'requested' check (status in ('requested', 'in-process', 'paid', 'refused')),
  reason text,
  created_at timestamptz not null,
  processed_at timestamptz,
  closed_at timestamptz,
  check ((status = 'refused') = (reason is not null)),
  check (status not in ('in-process', 'paid') or processed_at is not null),
  check ((status in ('paid', 'refused')) = (closed_at is not null))
);
-- one under way at a time, also when two are asked for at once
create unique index withdrawals_one_open on withdrawals (guard_id) where status in ('requested', 'in-process');
create index withdrawals_of_guard on withdrawals (guard_id, created_at desc, id);

-- a withdrawal is paid once
alter table transactions add withdrawal_id uuid unique references withdrawals on delete set null;
