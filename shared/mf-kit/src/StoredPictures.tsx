import { Icon } from '@portal/ui/Icon';
import { Pictures } from '@portal/ui/Pictures';
import { SessionImage } from './SessionImage';

interface StoredPicturesProps {
  /** Accessible name of the list: `Pictures of the injury`. */
  label: string;
  /** Stored names from the API. */
  filenames: readonly string[];
  /** Name of each picture, followed by its number: `Picture 3`. Null: the original file names, shown under the pictures. */
  labelPrefix?: string | null;
  /** The original file names in the same order; the stored name if one is missing. For `labelPrefix` null. */
  names?: readonly string[] | null | undefined;
}

/** Stored pictures as thumbnails that open a viewer, each loaded with the guard's token. */
export function StoredPictures({ label, filenames, labelPrefix = 'Picture', names }: StoredPicturesProps) {
  const pictures = filenames.map((filename, at) => {
    const name = labelPrefix === null ? (names?.[at] ?? filename) : `${labelPrefix} ${at + 1}`;
    const show = (how: 'small' | 'whole') => (
      <SessionImage
        filename={filename}
        alt={how === 'whole' ? name : ''}
        whenSeen={how === 'small'}
        fallback={<Icon name="note" size={28} />}
      />
    );
    return { key: filename, name, show };
  });
  return <Pictures label={label} pictures={pictures} captioned={labelPrefix === null} />;
}
