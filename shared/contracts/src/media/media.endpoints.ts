import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything } from '../_kernel/shapes';
import { string } from '../_kernel/text';

export const filename = () =>
  string()
    .required('Name the file')
    .matches(/^[\w-]{1,80}\.(png|jpe?g|webp|gif|webm|m4a|mp3|wav)$/, 'Unknown file');

/**
 * Replies with the stored file instead of an envelope (API-GEN-09, API-GEN-10): complete, or the part that a `Range` header requests. A
 * private file needs the token of its owner, or of a guard who may see the entry that names it.
 */
export const previewMedia = endpoint({
  id: 'media.preview',
  method: 'GET',
  path: '/media/preview',
  auth: 'open',
  input: object({
    filename: filename(),
  }),
  output: anything(),
});
