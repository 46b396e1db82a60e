-- Whether open pages show the alert as a toast. A page that connects again gets the toasts that it missed.
alter table notifications add column is_toast boolean not null default false;
