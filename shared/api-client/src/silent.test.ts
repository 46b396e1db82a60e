/** @jest-environment node */
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { uploadMessages } from '@portal/contracts/_kernel/upload';
import { sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { agree } from '@portal/contracts/onboarding/onboarding.endpoints';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import { failureOf } from './errors';

const words = {
  message: 'Words of the server',
  userMessage: 'More words of the server',
  errors: { attachment: uploadMessages.damaged },
  data: null,
};

/** Calls that never show the server's message. */
const silent: [string, Endpoint][] = (
  [
    ['LEAVE-06', applyLeave],
    ['ENOTE-16', writeEnote],
    ['REPORTINJURY-20', reportInjury],
    ['REPORTISSUE-25', createTicket],
    ['WORKPROFILE-31', saveWorkProfile],
    ['AGREE-14', agree],
    ['CHAT-22', sendMessage],
    ['EARN-12', requestWithdrawal],
    ['ONJOB-16/2', takeBreak],
    ['PUBLIC-LEGAL-07', staticPage],
  ] as const
).map(([id, declared]) => [id, declared as unknown as Endpoint]);

it.each(silent)('[%s] shows a text of the contract when the call fails', (_id, declared) => {
  const { otherwise = '', reasons = {} } = declared.silent ?? {};
  for (const code of [400, 403, 404, 409, 410, 413, 429, 500, 503]) {
    const { message, userMessage, fields } = failureOf(declared, { code, ...words });
    const reason = reasons[code] ?? otherwise;
    expect([message, userMessage]).toEqual(Array(2).fill(typeof reason === 'string' ? reason : reason(words.message)));
    expect(fields).toEqual(words.errors);
  }
  expect(otherwise).not.toBe('');
});

it('[COVER-09] shows the number of dispatch when a break is refused because the guard lost the shift', () => {
  const at = '2027-03-12T13:00:00.000Z';
  const message = shiftMessages.lost(at, '4165550123', at);
  expect(failureOf(takeBreak, { code: 404, message, data: null }).userMessage).toBe(
    'This was not saved. Since 8:00 a.m. this shift is no longer yours. Please call dispatch: (416) 555-0123.',
  );
  expect(failureOf(takeBreak, { code: 404, message: shiftMessages.notYours, data: null }).userMessage).toBe(shiftMessages.breakNotYours);
});

it('keeps the message of a 401 of a silent call, which the session shows', () => {
  expect(failureOf(applyLeave, { code: 401, ...words })).toMatchObject({
    message: words.message,
    userMessage: applyLeave.silent?.otherwise,
  });
});

it('keeps the text of the server when the call is not silent', () => {
  expect(failureOf({}, { code: 409, ...words })).toMatchObject({
    message: words.message,
    userMessage: words.userMessage,
    fields: words.errors,
  });
});
