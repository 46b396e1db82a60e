alter table outgoing_messages
  -- The code by which the receiver's server or the provider refused the message for good. It replaces is_refused, which is also true of messages
  -- that a wrong setting had refused, and which only the release before still reads.
  add column refusal_code text;
