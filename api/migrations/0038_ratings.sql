-- A guard appeals a rating by a ticket of type 5 (Others), once. Such a ticket has no picture.

alter table ratings
  add appeal_ticket_id uuid unique references tickets on delete set null,
  add appealed_at timestamptz,
  add constraint appealed_with_ticket check (appeal_ticket_id is null or appealed_at is not null);

alter table tickets
  drop constraint tickets_images_check,
  add constraint tickets_images_check check (cardinality(images) between case when ticket_type = 5 then 0 else 1 end and 69);
