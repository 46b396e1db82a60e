import { type DragEvent, type ReactNode, useContext, useRef, useState } from 'react';
import { Button } from './Button';
import { cx } from './cx';
import { FieldGroup, type FieldTexts } from './Field';
import styles from './FileField.module.css';
import { Icon } from './Icon';
import { PendingFieldContext } from './PendingFieldContext';
import { Spinner } from './Spinner';
import { shrinkImage } from './shrinkImage';
import { sizeText } from './sizeText';
import { useObjectUrl } from './useObjectUrl';

export interface FileFieldProps extends FieldTexts {
  id: string;
  label: string;
  name?: string | undefined;
  /** A chosen picture, the name of the stored one, or null. */
  value: File | string | null;
  /** Receives the picture in the form in which it is sent; see `shrinkImage`. */
  onChange: (file: File | null) => void;
  /** The display of the stored picture if `value` is its name. */
  stored?: ReactNode;
  /** The display name of the stored picture. */
  storedName?: string | undefined;
  /** The camera that a phone opens: `user` faces the guard. */
  camera?: 'user' | 'environment' | undefined;
  /** A round preview, for a face. */
  round?: boolean | undefined;
  /** False if the picture can be replaced but not removed. */
  removable?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Returns a message if a chosen file is refused by its name or type, before it is opened. */
  refuses?: ((file: File) => string | null) | undefined;
}

/** Prepares a chosen picture. The later of two choices counts, and a refused choice leaves the value unchanged. */
function usePreparing({ id, onChange, refuses }: Pick<FileFieldProps, 'id' | 'onChange' | 'refuses'>) {
  const addPending = useContext(PendingFieldContext);
  const choice = useRef(0);
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const prepare = async (file: File): Promise<boolean> => {
    const own = ++choice.current;
    const refusal = refuses?.(file) ?? null;
    setPreparing(refusal === null);
    setProblem(refusal);
    if (refusal !== null) return false;
    const shrunk = await shrinkImage(file);
    if (choice.current !== own) return true;
    setPreparing(false);
    if (shrunk.ok) onChange(shrunk.file);
    else setProblem(shrunk.message);
    return shrunk.ok;
  };
  const selectFile = (file: File | undefined) => file && addPending(id, prepare(file));
  const remove = () => {
    choice.current++;
    setPreparing(false);
    setProblem(null);
    onChange(null);
  };
  return { isPreparing, problem, selectFile, remove };
}

type Shown<Key extends keyof FileFieldProps> = Pick<FileFieldProps, 'value' | Key> & { isPreparing: boolean };

function Preview({ isPreparing, value, stored, round }: Shown<'stored' | 'round'>) {
  const url = useObjectUrl(value);
  const [broken, setBroken] = useState<string | null>(null);
  if (isPreparing)
    return (
      <span aria-hidden="true">
        <Spinner />
      </span>
    );
  if (typeof value === 'string' && value) return stored;
  if (url && url !== broken) return <img src={url} alt="" onError={() => setBroken(url)} />;
  if (value && !url) return null;
  return <Icon name={round ? 'user' : value ? 'note' : 'upload'} size={28} />;
}

function FileName({ isPreparing, value, storedName }: Shown<'storedName'>) {
  if (isPreparing) return <span>Preparing the picture…</span>;
  if (!value) return null;
  if (typeof value === 'string')
    return (
      <>
        <span className={styles.file}>{storedName || 'Saved picture'}</span> saved
      </>
    );
  return (
    <>
      <span className={styles.file}>{value.name}</span> <span>{sizeText(value.size)}</span>
    </>
  );
}

/** A picture from the camera, the gallery or a file, also by drag and drop. It is reduced, previewed, replaced and removed. */
export function FileField(props: FileFieldProps) {
  const { id, label, hint, error, optional, hideLabel, name, value, stored, storedName, camera = 'environment' } = props;
  const { round, removable = true, disabled } = props;
  const { isPreparing, problem, selectFile, remove } = usePreparing(props);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const gallery = useRef<HTMLInputElement>(null);
  const lens = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const isFull = Boolean(value);

  const drag = (over: boolean) => (event: DragEvent) => {
    if (disabled) return;
    event.preventDefault();
    setDraggedOver(over);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    if (!disabled) selectFile(event.dataTransfer.files[0]);
  };
  const input = (ref: typeof gallery, more: { capture?: 'user' | 'environment'; name?: string | undefined }) => (
    <input
      {...more}
      ref={ref}
      type="file"
      accept="image/*"
      tabIndex={-1}
      aria-hidden="true"
      hidden
      onChange={(event) => {
        const { files } = event.target;
        selectFile(files?.[0]);
        event.target.value = '';
      }}
    />
  );
  const labelOf = (action: string) => `${action}: ${label}`;

  return (
    <FieldGroup id={id} label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons do the same */}
      <div
        className={cx(
          styles.box,
          isFull && styles.full,
          isDraggedOver && styles.over,
          round && styles.round,
          Boolean(error) && styles.failing,
        )}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        <span className={styles.preview}>
          <Preview isPreparing={isPreparing} value={value} stored={stored} round={round} />
        </span>
        <div className={styles.side}>
          <p role="status" className={styles.name}>
            <FileName isPreparing={isPreparing} value={value} storedName={storedName} />
          </p>
          {!isFull && !isPreparing && <p className={styles.drop}>Drop a picture here, or</p>}
          <div className={styles.actions}>
            <Button
              small
              ref={first}
              variant="secondary"
              icon={<Icon name="upload" size={18} />}
              disabled={disabled}
              aria-label={labelOf(isFull ? 'Replace' : 'Choose picture')}
              onClick={() => gallery.current?.click()}
            >
              {isFull ? 'Replace' : 'Choose picture'}
            </Button>
            <Button
              small
              variant="secondary"
              className={styles.lens}
              icon={<Icon name="camera" size={18} />}
              disabled={disabled}
              aria-label={labelOf('Take photo')}
              onClick={() => lens.current?.click()}
            >
              Take photo
            </Button>
            {isFull && removable && (
              <Button
                small
                variant="quiet"
                disabled={disabled}
                aria-label={labelOf('Remove')}
                onClick={() => {
                  remove();
                  first.current?.focus();
                }}
              >
                Remove
              </Button>
            )}
          </div>
        </div>
        {input(gallery, { name })}
        {input(lens, { capture: camera })}
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          <span>{problem}</span> {isFull && <span>The picture you had is still here.</span>}
        </p>
      )}
    </FieldGroup>
  );
}
