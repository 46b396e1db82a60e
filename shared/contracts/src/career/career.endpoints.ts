import { array } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, nothing } from '../_kernel/shapes';
import { openingsCall } from './career.calls';
import { applyId } from './career.copy';
import { careerMessages, careerRules, openingShape } from './career.rules';

/** The company's openings in the order that staff chose, possibly none. Plain text. */
export const openings = endpoint({
  ...openingsCall,
  input: nothing(),
  output: array(openingShape).required(),
});

/** An application of a visitor, with or without a file. `HONEYPOT` works as in an enquiry. */
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
