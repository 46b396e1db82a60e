import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { within } from '../_kernel/exactness';
import { id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** The newest handover notes of a job's site, and when each guard read the present version. `media.staff` serves recordings. 404: unknown job. */
export const listHandovers = endpoint({
  id: 'handovers.list',
  method: 'GET',
  path: '/handovers',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: {
    name: 'list-handovers',
    arguments: ['jobId'],
    summary: "shows the handover notes of a job's site, newest first, and which guards have read them",
  },
  input: object({ jobId: id().required() }),
  output: array(
    object({
      noteId: string().required(),
      version: number().required(),
      guard: string().required(),
      jobTitle: string().required(),
      at: instant().required(),
      withinMs: within(),
      text: string().defined(),
      recording: string().nullable().defined(),
      seconds: number().nullable().defined(),
      readBy: array(object({ guard: string().required(), at: instant().required(), withinMs: within() })).required(),
    }),
  ).required(),
});
