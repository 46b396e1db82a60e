import { array, type InferType, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';

export const specialityShape = object({ id: string().required(), name: string().required() });
export type Speciality = InferType<typeof specialityShape>;

export const listSpecialities = endpoint({
  id: 'specialities.list',
  method: 'GET',
  path: '/speciality/guard/list',
  auth: 'bearer',
  input: nothing(),
  output: array(specialityShape).required(),
});
