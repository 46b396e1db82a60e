-- Staff remove the factors of a guard who lost the phone: the audit keeps it.
select keep_staff_changes('second_factors', 'id', 'kind');
