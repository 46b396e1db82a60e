import { mixed } from 'yup';
import { copy } from './copy';
import { limits } from './limits';

/** What the server can read: it looks at the bytes, never at the name or the stated type. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/tiff'] as const;

export const uploadMessages = {
  notAnImage: 'This is not a picture that we can read. Please choose a JPEG, PNG, WebP, GIF or TIFF.',
  damaged: 'This picture is damaged or not complete. Please choose it again.',
  tooManyPixels: 'This picture has too many pixels. Please choose a smaller one.',
} as const;

/** The name of a stored image, as the API gives them. */
export const storedName = /^[\w-]{1,80}\.(png|jpe?g|webp|gif)$/;

const emptyToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);
const isSmall = (value: unknown) => !(value instanceof Blob) || value.size <= limits.imageBytes;

/**
 * An image that was chosen: a part of its own in a multipart call. The server gives the service the image re-encoded.
 * @param invalid what is said of anything that is no file.
 */
export const upload = (invalid: string = uploadMessages.notAnImage) =>
  mixed<Blob>({ type: 'upload', check: (value): value is Blob => value instanceof Blob })
    .transform(emptyToUndefined)
    .typeError(invalid)
    .meta({ upload: 'new' })
    .test('size', copy.imageTooLarge, isSmall); // SHARED-07, SHARED-08

/** An image that was chosen now, or the name of the one that the guard has stored: that one stays. Where it is nullable, null takes it away. */
export const newOrStored = (invalid: string) =>
  mixed<Blob | string>({
    type: 'upload',
    check: (value): value is Blob | string => value instanceof Blob || (typeof value === 'string' && storedName.test(value)),
  })
    .transform((value: unknown, _original, schema) => (value === '' || value === null ? (schema.spec.nullable ? null : undefined) : value))
    .typeError(invalid)
    .meta({ upload: 'new or stored' })
    .test('size', copy.imageTooLarge, isSmall);
