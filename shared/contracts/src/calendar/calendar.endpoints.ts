import { object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, instant, nothing, secret } from '../_kernel/shapes';

export const calendarMessages = {
  title: 'My shifts in a calendar',
  addShift: 'Add to calendar',
  what: 'A private address that your calendar app reads every hour or so: new, changed and cancelled shifts follow by themselves.',
  secret: 'Whoever has the address can see your shifts. Keep it to yourself, and revoke it when it is not yours alone any more.',
  make: 'Make my calendar address',
  makeNew: 'Make a new address',
  shownOnce: 'It is shown this once. When it is lost, make a new one: the old one then ends.',
  copied: 'The address is copied.',
  notCopied: 'The browser did not copy it: please select the address and copy it yourself.',
  made: 'Your calendar address is made.',
  revoke: 'Revoke the address',
  revoked: 'The address is revoked. Calendars that read it get nothing more.',
  gone: 'There is no such calendar.',
};

/** The guard's private feed, if there is one; its address itself is shown once, when it is made. */
export const showFeed = endpoint({
  id: 'calendar.show',
  method: 'GET',
  path: '/calendar/feed',
  auth: 'approved',
  input: nothing(),
  output: object({
    feed: object({ madeAt: instant().required(), readAt: instant().nullable().defined() }).nullable().defined(),
  }),
});

/** Makes the guard's one feed; an older address ends with it. Asked again it makes another: the reply is a secret, which is kept nowhere. */
export const makeFeed = endpoint({
  id: 'calendar.make',
  knowsRepeats: true,
  method: 'POST',
  path: '/calendar/feed',
  auth: 'approved',
  input: nothing(),
  output: object({ url: secret().required() }),
  ok: calendarMessages.made,
});

/** Ends the feed: its address then answers 404. Done already, it replies the same. */
export const revokeFeed = endpoint({
  id: 'calendar.revoke',
  method: 'POST',
  path: '/calendar/feed/revoke',
  auth: 'approved',
  input: nothing(),
  output: anything(),
  ok: calendarMessages.revoked,
});

/** The feed itself, `text/calendar`: opened by its unguessable token alone, as calendar apps cannot log in. 404 once it was revoked. */
export const readFeed = endpoint({
  id: 'calendar.read',
  method: 'GET',
  path: '/calendar/shifts/:token',
  auth: 'open',
  input: object({ token: string().required().max(80) }),
  output: anything(),
});
