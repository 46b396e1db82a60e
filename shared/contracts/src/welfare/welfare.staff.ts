import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { within } from '../_kernel/exactness';
import { id, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { welfareStates } from '../_kernel/welfare';
import { everyMinutes, graceMinutes } from './welfare.rules';

/**
 * Sets the interval of the welfare checks at the site of a job, for all jobs there; 0 ends the checks. Running shifts follow immediately. Without
 * `graceMinutes`: the previous value, else 5. 404: unknown job.
 */
export const setWelfareCheck = endpoint({
  id: 'welfare.set',
  method: 'POST',
  path: '/welfare',
  auth: 'staff',
  roles: ['dispatcher'],
  command: {
    name: 'set-welfare-check',
    arguments: ['jobId', 'everyMinutes'],
    summary: 'sets how often the site of a job asks its guards whether they are OK (15 to 120 minutes; 0 ends it); running shifts follow',
  },
  input: object({ jobId: id().required(), everyMinutes: everyMinutes(), graceMinutes: graceMinutes() }),
  output: object({
    locationName: string().required(),
    everyMinutes: number().required(),
    graceMinutes: number().required(),
    runningShifts: number().required(),
  }),
});

/** The welfare checks of running shifts, the most urgent first, at most 200. */
export const listWelfareChecks = endpoint({
  id: 'welfare.list',
  method: 'GET',
  path: '/welfare',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'list-welfare-checks', summary: 'lists the welfare checks of running shifts, the most urgent first' },
  input: nothing(),
  output: array(
    object({
      guard: string().required(),
      mobile: string().defined(),
      jobTitle: string().required(),
      locationName: string().required(),
      shiftId: string().required(),
      state: string()
        .oneOf([...welfareStates])
        .required(),
      everyMinutes: number().required(),
      graceMinutes: number().required(),
      /** The next step: ask, second call or escalation. */
      dueAt: instant().nullable().defined(),
      askedAt: instant().nullable().defined(),
      calledAgainAt: instant().nullable().defined(),
      escalatedAt: instant().nullable().defined(),
      answeredAt: instant().nullable().defined(),
      answeredWithinMs: within(),
      /** Percent, as the phone reported it with the last answer. */
      battery: number().nullable().defined(),
    }),
  ).required(),
});
