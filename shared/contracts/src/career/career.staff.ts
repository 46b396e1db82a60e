import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, email, id, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** The received applications, latest first, at most 200. `held`: the hidden field was filled in, so a program wrote it. */
export const listCareerApplications = endpoint({
  id: 'career.list',
  method: 'GET',
  path: '/career/applications',
  auth: 'staff',
  roles: ['support'],
  command: { name: 'list-career-applications', summary: 'lists the applications for openings, latest first' },
  input: nothing(),
  output: array(
    object({
      applicationId: id().required(),
      name: string().required(),
      email: string().required(),
      phone: string().required(),
      experience: string().nullable().defined(),
      speciality: string().nullable().defined(),
      details: string().nullable().defined(),
      fileName: string().nullable().defined(),
      consentedAt: instant().required(),
      held: boolean().required(),
      createdAt: instant().required(),
    }),
  ).required(),
});

/** Replies with the file of an application, for staff only. 404: it has no file. */
export const careerFile = endpoint({
  id: 'career.file',
  method: 'GET',
  path: '/career/file',
  auth: 'staff',
  roles: ['support'],
  command: { name: 'save-career-file', arguments: ['applicationId'], summary: 'saves the file of an application', savesFile: true },
  input: object({ applicationId: id().required() }),
  output: anything(),
});

/** Deletes every application of an e-mail address with its files, on request of its owner. 404: none found. */
export const deleteCareerApplications = endpoint({
  id: 'career.delete',
  method: 'POST',
  path: '/career/delete',
  auth: 'staff',
  roles: ['support'],
  command: {
    name: 'delete-career-applications',
    arguments: ['email'],
    summary: 'deletes the applications of an e-mail address with their files, at the request of its owner',
  },
  input: object({ email: email() }),
  output: object({ deleted: number().required() }).required(),
});
