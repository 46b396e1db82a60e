import sharp from 'sharp';

interface Picture {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff';
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  /** Stores a position in the metadata. */
  hasPosition?: boolean;
  /** Noise cannot be compressed, so the file is large. */
  isNoise?: boolean;
}

/** The bytes of a generated picture. */
export function pictureBytes({
  width = 60,
  height = 40,
  format = 'png',
  orientation,
  hasPosition,
  isNoise,
}: Picture = {}): Promise<Buffer> {
  const blank = isNoise
    ? { noise: { type: 'gaussian', mean: 128, sigma: 60 } as const, background: 'black' }
    : { background: { r: 20, g: 90, b: 160 } };
  const made = sharp({ create: { width, height, channels: 3, ...blank } }).toFormat(format);
  if (orientation) made.withMetadata({ orientation });
  if (hasPosition)
    made.withExifMerge({
      IFD0: { Make: 'Camera of the test' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 39/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '79/1 23/1 0/1' },
    });
  return made.toBuffer();
}

/** A file in the form that a browser sends. */
export const fileOf = (bytes: Uint8Array, name = 'photo.png', type = 'image/png'): File =>
  new File([new Uint8Array(bytes)], name, { type });
export const makePicture = async (wanted: Picture = {}, name?: string): Promise<File> => fileOf(await pictureBytes(wanted), name);
