import { Icon } from '@portal/ui/Icon';
import { Pictures } from '@portal/ui/Pictures';
import { SessionImage } from './SessionImage';

interface StoredPicturesProps {
  /** What they are, for whoever does not see them: `Pictures of the injury`. */
  label: string;
  /** Stored names, as the API gives them. */
  filenames: readonly string[];
  /** What the pictures are called, with their number: `Picture 3`. Null: by their filenames, which stand under them. */
  labelPrefix?: string | null;
  /** What whoever sent them called them, in their order; where one is missing, its filename. With `called` null. */
  names?: readonly string[] | null | undefined;
}

/** Stored pictures as thumbnails that open the viewer, each fetched with the session. */
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
