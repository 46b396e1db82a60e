import { array, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { injuryShape } from './injuries.endpoints';

/** Adds a reply and notifies the guard. */
export const answerInjury = endpoint({
  id: 'injuries.answer',
  method: 'POST',
  path: '/injuries/answer',
  auth: 'staff',
  roles: ['support'],
  command: {
    name: 'answer-injury',
    arguments: ['injuryId', 'title', 'description'],
    summary: 'answers an injury report and notifies its guard',
  },
  input: object({
    injuryId: id().required(),
    title: string().trim().required().max(160),
    description: string().trim().required().max(4000),
  }),
  output: injuryShape,
});

/** Reports without a reply, oldest first, at most 200. */
export const openInjuries = endpoint({
  id: 'injuries.open',
  method: 'GET',
  path: '/injuries/open',
  auth: 'staff',
  roles: ['support'],
  command: { name: 'list-injuries', summary: 'lists injury reports without an answer' },
  input: object({}),
  output: array(injuryShape.shape({ guard: string().required() })).required(),
});
