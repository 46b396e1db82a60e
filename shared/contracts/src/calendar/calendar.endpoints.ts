import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, instant, nothing, secret } from '../_kernel/shapes';
import { string } from '../_kernel/text';

export const calendarMessages = {
  title: 'My shifts in a calendar',
  addShift: 'Add to calendar',
  what: 'Your calendar app checks this private address every hour or so. New, changed and cancelled shifts then appear in it.',
  secret: 'Anyone with this address can see your shifts. Keep it to yourself, and revoke it if someone else has it.',
  make: 'Make my calendar address',
  makeNew: 'Make a new address',
  shownOnce: 'We show it only this once. If you lose it, make a new one. The old one then stops working.',
  copied: 'The address is copied.',
  notCopied: 'Your browser could not copy it. Please select the address and copy it yourself.',
  made: 'Your calendar address is ready.',
  revoke: 'Revoke the address',
  revoked: 'The address is revoked. Calendars that used it no longer get your shifts.',
  gone: 'There is no such calendar.',
};

/** Whether the guard has a private feed. Its address is shown only once, when it is created. */
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

/** Creates the guard's only feed and invalidates an earlier address, also in a repeated call, because the reply is never stored. */
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

/** Removes the feed; its address then replies 404. Replies with success if there is none. */
export const revokeFeed = endpoint({
  id: 'calendar.revoke',
  method: 'POST',
  path: '/calendar/feed/revoke',
  auth: 'approved',
  input: nothing(),
  output: anything(),
  ok: calendarMessages.revoked,
});

/** The feed, `text/calendar`. An unguessable token gives access, because calendar apps cannot log in. 404 after it was revoked. */
export const readFeed = endpoint({
  id: 'calendar.read',
  method: 'GET',
  path: '/calendar/shifts/:token',
  auth: 'open',
  input: object({ token: string().required().max(80) }),
  output: anything(),
});
