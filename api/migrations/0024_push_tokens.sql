-- The push token that the sign-up sent waits here for the session that the code opens in the same browser.
alter table registrations add column device_token text;
