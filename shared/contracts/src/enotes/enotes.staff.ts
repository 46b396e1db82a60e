import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id, pageOf, paging } from '../_kernel/shapes';
import { type ENote, enoteShape } from './enotes.endpoints';

/** The notes of a job, for staff, newest first. `media.staff` serves their files. */
export const staffEnotes = endpoint({
  id: 'enotes.staff-list',
  method: 'GET',
  path: '/e-notes',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'list-enotes', arguments: ['jobId'], summary: 'lists the e-notes of a job, newest first' },
  input: object({ jobId: id().required(), ...paging() }),
  output: pageOf<ENote>(enoteShape),
});

export const staffEnote = endpoint({
  id: 'enotes.staff-read',
  method: 'GET',
  path: '/e-notes/:id',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'read-enote', arguments: ['id'], summary: 'shows one e-note' },
  input: object({ id: id().required() }),
  output: enoteShape,
});
