-- What a guard sees of a session in their list: what it was opened with, and from which network, as coarsely as it is honest.
alter table sessions add device text, add network text;
