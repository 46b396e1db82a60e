-- The fields of work that guards and jobs choose from. The ids are fixed, so that links and seeds agree everywhere.
insert into specialities (id, name) values
  ('dd03335b-0a5d-5047-a12d-c707dc1e17a4', 'Access Control'),
  ('3ee56f15-7cbc-56e8-aa2f-b03b0bf76620', 'Bank'),
  ('cab282d4-22eb-5c27-afb3-981824802005', 'Car Lot'),
  ('4e4c7f64-fa28-5099-ade1-6cf93a132542', 'Concierge'),
  ('59b72551-b018-57f3-a9f9-2a837ded3e60', 'Construction'),
  ('765dcf87-b336-5d5f-afc4-b5078acd3dfe', 'Events'),
  ('83faee45-445a-5da4-a599-a86ebffd9aee', 'Loss Prevention'),
  ('003fe0ba-1375-5a38-a32c-15f07de26359', 'Protests'),
  ('d9dd4ad7-1aef-5d8c-a59e-225c76c07d0e', 'Residential'),
  ('dafa29a5-15fa-5766-a6be-6ba0018d8d19', 'VIP')
on conflict (name) do nothing;
