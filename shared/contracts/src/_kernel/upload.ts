import { array, mixed } from 'yup';
import { copy } from './copy';
import { bytesOf } from './files';
import { limits } from './limits';

/** What the server can read: it looks at the bytes, never at the name or the stated type. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/tiff'] as const;

export const uploadMessages = {
  notAnImage: 'This is not a picture that we can read. Please choose a JPEG, PNG, WebP, GIF or TIFF.',
  damaged: 'This picture is damaged or incomplete. Please choose it again.',
  tooManyPixels: 'This picture has too many pixels. Please choose a smaller one.',
  wrongFormat: 'Please choose a JPG, PNG, WebP or GIF.',
  tooMany: (most: number) => `At most ${most} pictures.`,
  tooMuchInAnHour: (seconds: number) =>
    `You have sent too many files in the last hour. This one was not saved; please try again in ${Math.ceil(seconds / 60)} minutes.`,
  tooLargeTogether: 'Together, these pictures are too large. Please remove some of them.',
} as const;

/** Of a file that may be a PDF as well as a picture: the server looks at its bytes, too. */
export const paperMessages = {
  notPaper: 'This is neither a PDF nor a picture that we can read. Please choose a PDF, JPEG, PNG, WebP, GIF or TIFF.',
  damaged: 'This PDF is damaged or incomplete. Please choose it again.',
  locked: 'This PDF is protected by a password. Please choose one without a password.',
  tooManyPages: `This PDF has more than ${limits.paperPages} pages. Please choose a shorter one.`,
  unreadable: 'This PDF is too large for us to read. Please choose a simpler one, or a picture.',
} as const;

/** What the server takes as a recording, by its bytes: opus in WebM or Ogg, AAC in MP4 (m4a), MP3, WAV. */
export const audioTypes = ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/mpeg', 'audio/wav'] as const;

const minutes = limits.audioSeconds / 60;
export const audioMessages = {
  notAudio: 'This is not a recording that we can read. Please record it here, or choose an M4A, MP3, WAV, WebM or Ogg file.',
  empty: 'There is no sound in this recording. Please record it again.',
  tooLong: `This recording is longer than ${minutes} minutes. Please record a shorter one, or several.`,
  unreadable: 'Reading this recording took too long. Please record it here, or choose another file.',
  tooLarge: 'This recording is larger than 10 MB. Please record it here, or choose a smaller file.',
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

/** The formats of a list of pictures, as the bytes say (REPORTISSUE-15). */
export const listFormats = ['jpeg', 'png', 'webp', 'gif'] as const;

/** How small each picture of a list is made before it is sent, so that all of them fit into one call. */
export const bytesOfEach = (most: number): number => Math.min(limits.imageBytes, Math.floor(limits.uploadBytes / most));

/**
 * A list of pictures: repeated parts of one name in a multipart call. Add `.min(1, words)` where one is required.
 * @param most how many; the server reads that many and tells whoever sends more.
 */
export const uploads = (most: number) =>
  array(upload().required().meta({ formats: listFormats }))
    .default([])
    .max(most, uploadMessages.tooMany(most))
    .test('together', uploadMessages.tooLargeTogether, (files) => bytesOf(files) <= limits.uploadBytes)
    .meta({ upload: 'new', most });

/** What the picture of a document, and of a person's profile, may be: by its name's ending or its stated type; the server looks at the bytes. */
export const documentFileTypes = ['png', 'jpg', 'jpeg', 'gif', 'tiff', 'bpg', 'webp'] as const; // DOCS-25, EDITPROFILE-32

/** Whether a chosen file says of itself that it is one of these. `tif` is `tiff`. */
export function isFileOf(types: readonly string[], { name, type }: Pick<File, 'name' | 'type'>): boolean {
  const stated = type.startsWith('image/') ? type.slice('image/'.length) : name.split('.').pop()?.toLowerCase();
  return types.includes(stated === 'tif' ? 'tiff' : (stated ?? ''));
}

const isLight = (value: unknown) => !(value instanceof Blob) || value.size <= limits.audioBytes;

/**
 * A recording: a part of its own in a multipart call. The server gives the service one that it has read and written anew.
 * @param invalid what is said of anything that is no file.
 */
export const audio = (invalid: string = audioMessages.notAudio) =>
  mixed<Blob>({ type: 'upload', check: (value): value is Blob => value instanceof Blob })
    .transform(emptyToUndefined)
    .typeError(invalid)
    .meta({ upload: 'audio' })
    .test('size', audioMessages.tooLarge, isLight);

/** A PDF or a picture: a separate part of a multipart call. A picture reaches the service re-encoded, a PDF as pictures of its pages. */
export const paper = () => upload(paperMessages.notPaper).meta({ upload: 'paper' });

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
