import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import { cx } from './cx';
import { FieldGroup, type FieldTexts } from './Field';
import fileStyles from './FileField.module.css';
import { Icon } from './Icon';
import { IconButton } from './IconButton';
import pictureStyles from './Pictures.module.css';
import { PictureViewer } from './PictureViewer';
import { sizeText } from './sizeText';
import styles from './UploadList.module.css';
import { progressPerFile } from './uploadProgress';
import { useObjectUrl } from './useObjectUrl';
import { type Upload, useUploads } from './useUploads';
import { VisuallyHidden } from './VisuallyHidden';

export interface UploadListProps extends FieldTexts {
  id: string;
  label: string;
  /** The pictures that are ready to be sent, in the order of choice. */
  value: readonly File[];
  onChange: (files: File[]) => void;
  /** The maximum number of pictures. */
  most: number;
  /** The sent share of the request, 0 to 1, while it is in flight. */
  progress?: number | undefined;
  /** Receives the number of pictures in preparation, without refused ones. A submit waits for them. */
  onPreparing?: ((count: number) => void) | undefined;
  disabled?: boolean | undefined;
}

function FileImage({ file, alt }: { file: Blob | null; alt: string }) {
  const url = useObjectUrl(file);
  const [broken, setBroken] = useState<string | null>(null);
  if (!url || url === broken) return <Icon name="note" size={28} />;
  return <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(url)} />;
}

interface TileProps {
  upload: Upload;
  /** The sent share of this picture, while the request is in flight. */
  share: number | undefined;
  disabled: boolean | undefined;
  onView: () => void;
  onRemove: () => void;
}

function Tile({ upload, share, disabled, onView, onRemove }: TileProps) {
  const { name, state, file, thumb, thumbing } = upload;
  const words = share !== undefined ? `${Math.floor(share * 100)} %` : file ? sizeText(file.size) : 'Preparing…';
  return (
    <li className={styles.tile}>
      <button
        type="button"
        className={pictureStyles.thumb}
        aria-label={file ? `View ${name}` : `Preparing ${name}`}
        aria-disabled={!file}
        onClick={() => file && onView()}
      >
        {file ? <FileImage file={thumb ?? (thumbing ? null : file)} alt="" /> : <Icon name="upload" size={24} />}
      </button>
      <p className={styles.name} title={name}>
        {name}
      </p>
      <div className={styles.foot}>
        {state !== 'ready' ? <progress aria-hidden="true" /> : share !== undefined && <progress aria-hidden="true" max={1} value={share} />}
        <span className={styles.words}>{words}</span>
        <IconButton icon="close" label={`Remove ${name}`} className={styles.remove} disabled={disabled} onClick={onRemove} />
      </div>
    </li>
  );
}

/** Text that is pasted into a text field is text, even if the clipboard also contains a picture of it. */
const isWords = ({ target, clipboardData }: ClipboardEvent) =>
  target instanceof Element && target.matches('input, textarea') && Boolean(clipboardData?.types.includes('text/plain'));

/** Handles files that are pasted anywhere on the page, because text fields do not accept them. */
function usePaste(addFiles: (files: readonly File[]) => void, disabled: boolean | undefined) {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0 && !disabled && !isWords(event)) addFiles(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
}

/**
 * A list of pictures that are chosen, dropped, pasted or photographed. Three at a time are reduced; each can be viewed, removed and
 * retried. The form appends them to its body in the order of `value`. One request sends all, so its progress is distributed over the
 * pictures in that order. Before, each shows the progress of its preparation.
 */
export function UploadList(props: UploadListProps) {
  const { id, label, hint, error, optional, hideLabel, value, onChange, most, progress, onPreparing, disabled } = props;
  const { uploads, overflow, add, remove, retry } = useUploads({ id, value, onChange, most });
  const [isOver, setOver] = useState(false);
  const [viewed, setViewed] = useState<number | null>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const lens = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  usePaste(add, disabled);

  const accepted = uploads.filter(({ state }) => state !== 'refused');
  const ready = accepted.flatMap((upload) => (upload.file ? [{ ...upload, file: upload.file }] : []));
  const refused = uploads.filter(({ state }) => state === 'refused');
  const preparing = accepted.length - ready.length;
  const shares = progress === undefined ? [] : progressPerFile(ready, progress);
  const report = useRef(onPreparing);
  report.current = onPreparing;
  useEffect(() => void report.current?.(preparing), [preparing]);

  const drag = (over: boolean) => (event: DragEvent) => {
    if (disabled) return;
    event.preventDefault();
    setOver(over);
  };
  const addFiles = (files: FileList | null) => add([...(files ?? [])]);
  const removeUpload = (upload: Upload) => {
    const at = accepted.indexOf(upload);
    remove(upload.id);
    // The next picture takes its place. If the list is empty, the focus moves to the first button.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>(`.${styles.remove}`);
      (buttons?.[Math.min(at, buttons.length - 1)] ?? first.current)?.focus();
    });
  };
  const dismiss = (key: number) => {
    remove(key);
    first.current?.focus();
  };
  const input = (ref: typeof gallery, more: { capture?: 'environment'; multiple?: true }) => (
    <input
      {...more}
      ref={ref}
      type="file"
      accept="image/*"
      tabIndex={-1}
      aria-hidden="true"
      hidden
      onChange={(event) => {
        addFiles(event.target.files);
        event.target.value = '';
      }}
    />
  );
  const open = (words: string, field: typeof gallery, icon: 'upload' | 'camera', className?: string) => (
    <Button
      small
      ref={field === gallery ? first : undefined}
      variant="secondary"
      className={className}
      icon={<Icon name={icon} size={18} />}
      disabled={disabled || accepted.length >= most}
      aria-label={`${words}: ${label}`}
      onClick={() => field.current?.click()}
    >
      {words}
    </Button>
  );

  return (
    <FieldGroup id={id} label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons do the same */}
      <div
        className={cx(fileStyles.box, styles.box, isOver && fileStyles.over, Boolean(error) && fileStyles.failing)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          if (!disabled) addFiles(event.dataTransfer.files);
        }}
      >
        <p className={fileStyles.drop}>Drop or paste pictures here, or</p>
        <div className={fileStyles.actions}>
          {open('Choose pictures', gallery, 'upload')}
          {open('Take photo', lens, 'camera', fileStyles.lens)}
          <span className={styles.count}>
            {accepted.length} of {most}
          </span>
        </div>
        <VisuallyHidden role="status">
          {preparing > 0 ? 'Preparing the pictures…' : accepted.length > 0 ? `${accepted.length} of ${most} pictures` : ''}
        </VisuallyHidden>
        {input(gallery, { multiple: true })}
        {input(lens, { capture: 'environment' })}
        {accepted.length > 0 && (
          <ul ref={list} className={styles.list} aria-label={label}>
            {accepted.map((upload) => {
              const at = ready.findIndex((one) => one.id === upload.id);
              return (
                <Tile
                  key={upload.id}
                  upload={upload}
                  share={shares[at]}
                  disabled={disabled}
                  onView={() => setViewed(at)}
                  onRemove={() => removeUpload(upload)}
                />
              );
            })}
          </ul>
        )}
      </div>
      <div role="alert" className={styles.problems}>
        {overflow && <p className={fileStyles.problem}>{overflow}</p>}
        {refused.map(({ id: key, name, problem }) => (
          <div key={key} className={styles.refused}>
            <p className={fileStyles.problem}>
              “{name}” was not added. {problem}
            </p>
            <Button small variant="secondary" aria-label={`Try again: ${name}`} onClick={() => retry(key)}>
              Try again
            </Button>
            <Button small variant="quiet" aria-label={`Dismiss: ${name}`} onClick={() => dismiss(key)}>
              Dismiss
            </Button>
          </div>
        ))}
      </div>
      {viewed !== null && (
        <PictureViewer
          at={viewed}
          onMove={setViewed}
          onClose={() => setViewed(null)}
          pictures={ready.map(({ id: key, name, file }) => ({ key: `${key}`, name, show: () => <FileImage file={file} alt={name} /> }))}
        />
      )}
    </FieldGroup>
  );
}
