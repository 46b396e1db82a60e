import { object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything } from '../_kernel/shapes';

/** Replies the stored image itself, not an envelope (API-GEN-09, API-GEN-10). A private image needs its owner's bearer; the server checks. */
export const previewMedia = endpoint({
  id: 'media.preview',
  method: 'GET',
  path: '/media/preview',
  auth: 'open',
  input: object({
    filename: string()
      .required('Name the file')
      .matches(/^[\w-]{1,80}\.(png|jpe?g|webp|gif)$/, 'Unknown file'),
  }),
  output: anything(),
});
