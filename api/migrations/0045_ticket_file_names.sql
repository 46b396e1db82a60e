-- What the guard called the pictures of a ticket, in the order of `images`; of older tickets nobody knows.
alter table tickets add column image_names text[] not null default '{}' check (cardinality(image_names) in (0, cardinality(images)));
