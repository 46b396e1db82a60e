-- Text as a search compares it: small letters, without accents and invisible marks, every space the same. `searchText` in the contracts
-- does the same with the words of a search. The extension unaccent needs a superuser in many databases; this function needs none.
create function plain_text(given text) returns text language sql immutable parallel safe return
  lower(case when octet_length(given) = char_length(given) then given
    else regexp_replace(regexp_replace(normalize(given, NFD), '[\u0300-\u036f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'),
      '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g') end);

-- An address with an invisible mark is stored as it looks, so that its owner can log in. Of accounts that look the same, the one whose
-- address is plain has it, else the oldest. The others stay as they are: `npm run staff -- list-email-collisions` shows them.
with odd as (
  select id, created_at, lower(normalize(regexp_replace(regexp_replace(email, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'),
    '[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]', '-', 'g'), NFC)) as plain
  from guards where octet_length(email) <> char_length(email)
), ranked as (
  select id, plain, row_number() over (partition by plain order by created_at, id) as place from odd
)
update guards set email = ranked.plain from ranked
  where guards.id = ranked.id and ranked.place = 1
    and not exists (select from guards other where other.email = ranked.plain);
