import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, email, id, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { openingsCall } from './career.calls';
import { applyId } from './career.copy';
import { careerMessages, careerRules, openingShape } from './career.rules';

/** The company's own openings, as staff order them; none is an empty list. Plain text. */
export const openings = endpoint({
  ...openingsCall,
  input: nothing(),
  output: array(openingShape).required(),
});

/** An application of a visitor, with a file or without. `HONEYPOT` as for an enquiry. */
export const applyForOpening = endpoint({
  id: applyId,
  method: 'POST',
  path: '/career/public/add',
  auth: 'basic',
  body: 'multipart',
  input: careerRules,
  output: anything(),
  ok: careerMessages.received,
});

/** The applications that came, latest first, at most 200. `held`: by its hidden field, a program wrote it. */
export const listCareerApplications = endpoint({
  id: 'career.list',
  method: 'GET',
  path: '/career/applications',
  auth: 'staff',
  roles: ['support'],
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

/** Replies the file of an application itself, for staff alone. 404: it has none. */
export const careerFile = endpoint({
  id: 'career.file',
  method: 'GET',
  path: '/career/file',
  auth: 'staff',
  roles: ['support'],
  input: object({ applicationId: id().required() }),
  output: anything(),
});

/** Deletes each application of an address with its file, as its owner asked. 404: there is none. */
export const deleteCareerApplications = endpoint({
  id: 'career.delete',
  method: 'POST',
  path: '/career/delete',
  auth: 'staff',
  roles: ['support'],
  input: object({ email: email() }),
  output: object({ deleted: number().required() }).required(),
});
