import { array, mixed } from 'yup';
import { copy } from './copy';
import { bytesOf } from './files';
import { limits } from './limits';

/** The image types that the server accepts. It checks the bytes, not the name or the stated type. */
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

/** Messages for a file that may be a PDF or a picture. */
export const paperMessages = {
  notPaper: 'This is neither a PDF nor a picture that we can read. Please choose a PDF, JPEG, PNG, WebP, GIF or TIFF.',
  damaged: 'This PDF is damaged or incomplete. Please choose it again.',
  locked: 'This PDF is protected by a password. Please choose one without a password.',
  tooManyPages: `This PDF has more than ${limits.paperPages} pages. Please choose a shorter one.`,
  unreadable: 'This PDF is too large for us to read. Please choose a simpler one, or a picture.',
} as const;

/** The audio types that the server accepts, by their bytes: Opus in WebM or Ogg, AAC in MP4 (m4a), MP3, WAV. */
export const audioTypes = ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/mpeg', 'audio/wav'] as const;

const minutes = limits.audioSeconds / 60;
export const audioMessages = {
  notAudio: 'This is not a recording that we can read. Please record it here, or choose an M4A, MP3, WAV, WebM or Ogg file.',
  empty: 'There is no sound in this recording. Please record it again.',
  tooLong: `This recording is longer than ${minutes} minutes. Please record a shorter one, or several.`,
  unreadable: 'Reading this recording took too long. Please record it here, or choose another file.',
  tooLarge: 'This recording is larger than 10 MB. Please record it here, or choose a smaller file.',
} as const;

export const storedName = /^[\w-]{1,80}\.(png|jpe?g|webp|gif)$/;

const emptyToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);
const isSmall = (value: unknown) => !(value instanceof Blob) || value.size <= limits.imageBytes;

/**
 * A chosen image, a separate part of a multipart call. The server re-encodes it before the service receives it.
 * @param invalid the message for a value that is not a file.
 */
export const upload = (invalid: string = uploadMessages.notAnImage) =>
  mixed<Blob>({ type: 'upload', check: (value): value is Blob => value instanceof Blob })
    .transform(emptyToUndefined)
    .typeError(invalid)
    .meta({ upload: 'new' })
    .test('size', copy.imageTooLarge, isSmall); // SHARED-07, SHARED-08

/** The formats of a list of pictures, by their bytes (REPORTISSUE-15). */
export const listFormats = ['jpeg', 'png', 'webp', 'gif'] as const;

/** The maximum size in bytes of each picture of a list, so that `most` pictures fit into one call. */
export const bytesPerPicture = (most: number): number => Math.min(limits.imageBytes, Math.floor(limits.uploadBytes / most));

/**
 * A list of pictures: parts with the same name in a multipart call. Add `.min(1, message)` if at least one is required.
 * @param most the maximum number; the server refuses more with a message.
 */
export const uploads = (most: number) =>
  array(upload().required().meta({ formats: listFormats }))
    .default([])
    .max(most, uploadMessages.tooMany(most))
    .test('together', uploadMessages.tooLargeTogether, (files) => bytesOf(files) <= limits.uploadBytes)
    .meta({ upload: 'new', most });

/** The types of a document picture and of a profile picture, checked by file extension or stated type. The server checks the bytes. */
export const documentFileTypes = ['png', 'jpg', 'jpeg', 'gif', 'tiff', 'bpg', 'webp'] as const; // DOCS-25, EDITPROFILE-32

/** Whether the stated type or the extension of a file is one of `types`. `tif` counts as `tiff`. */
export function isFileOf(types: readonly string[], { name, type }: Pick<File, 'name' | 'type'>): boolean {
  const stated = type.startsWith('image/') ? type.slice('image/'.length) : name.split('.').pop()?.toLowerCase();
  return types.includes(stated === 'tif' ? 'tiff' : (stated ?? ''));
}

const isLight = (value: unknown) => !(value instanceof Blob) || value.size <= limits.audioBytes;

/**
 * A recording, a separate part of a multipart call. The server re-encodes it before the service receives it.
 * @param invalid the message for a value that is not a file.
 */
export const audio = (invalid: string = audioMessages.notAudio) =>
  mixed<Blob>({ type: 'upload', check: (value): value is Blob => value instanceof Blob })
    .transform(emptyToUndefined)
    .typeError(invalid)
    .meta({ upload: 'audio' })
    .test('size', audioMessages.tooLarge, isLight);

/** A PDF or a picture: a separate part of a multipart call. The service receives a re-encoded picture, or pictures of the PDF's pages. */
export const paper = () => upload(paperMessages.notPaper).meta({ upload: 'paper' });

/** A newly chosen image, or the name of the guard's stored image, which then stays. In a nullable field, null removes the image. */
export const newOrStored = (invalid: string) =>
  mixed<Blob | string>({
    type: 'upload',
    check: (value): value is Blob | string => value instanceof Blob || (typeof value === 'string' && storedName.test(value)),
  })
    .transform((value: unknown, _original, schema) => (value === '' || value === null ? (schema.spec.nullable ? null : undefined) : value))
    .typeError(invalid)
    .meta({ upload: 'new or stored' })
    .test('size', copy.imageTooLarge, isSmall);
