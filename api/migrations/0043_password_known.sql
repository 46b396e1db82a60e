-- Before 0036 nobody noted which accounts a provider alone had opened: of those that are connected nothing is known until their password
-- was right once, which sets it again.
update guards set has_password = false where social_facebook_id is not null or social_gmail_id is not null;
