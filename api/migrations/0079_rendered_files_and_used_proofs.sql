-- Whether the PDF of an application was rendered to pictures. False for rows of the release before: their PDF is rendered when staff open it.
alter table career_applications add is_file_rendered boolean not null default false;

-- Keyed hashes of what a provider log-in used once: its ID token and the challenge of the browser.
create table used_identity_proofs (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index used_identity_proofs_over on used_identity_proofs (expires_at);
