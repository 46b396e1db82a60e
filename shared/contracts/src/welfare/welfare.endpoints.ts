import { boolean, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { position } from '../_kernel/position';
import { id, instant } from '../_kernel/shapes';
import { battery, welfareMessages } from './welfare.rules';

/**
 * The guard answers a welfare check, with or without an ask. `at` counts as for every act on a shift, so an answer may wait in the outbox. A repeated
 * answer changes nothing. After an escalation the answer ends its SOS. 404: not a shift of the guard. 409: the shift was never started.
 */
export const answerWelfareCheck = endpoint({
  id: 'welfare.answer',
  method: 'POST',
  path: '/shift/welfare/answer',
  auth: 'bearer',
  input: object({ jobId: id().required(), shiftId: id().required(), ...position, battery: battery(), at: instant() }),
  output: object({
    at: instant().required(),
    isServerTime: boolean().required(),
    /** The next ask; null if no further one follows. */
    dueAt: instant().nullable().defined(),
    /** The answer came after dispatch was alerted. */
    isLate: boolean().required(),
  }),
  ok: welfareMessages.answered,
});
