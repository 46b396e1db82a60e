import { bytesPerPicture } from '@portal/contracts/_kernel/upload';
import { useContext, useEffect, useRef, useState } from 'react';
import { PendingFieldContext } from './PendingFieldContext';
import { shrinkImage, thumbOf } from './shrinkImage';

/** Pictures that are decoded at the same time. More could crash the page on a small phone. */
const AT_ONCE = 3;
const THUMB_EDGE = 320;

export interface Upload {
  id: number;
  name: string;
  state: 'waits' | 'preparing' | 'ready' | 'refused';
  /** The chosen file; null after preparation, to release its memory. */
  source: File | null;
  /** The file to send; null during preparation. */
  file: File | null;
  thumb: Blob | null;
  /** Set for a picture of a restored draft, because drafts contain no thumbnails. */
  thumbing: 'wanted' | 'under way' | null;
  /** The reason of a refusal. */
  problem: string | null;
}

interface UploadsOptions {
  /** The id of the field. */
  id: string;
  value: readonly File[];
  onChange: (files: File[]) => void;
  most: number;
}

let serial = 0;
const newUpload = (over: Partial<Upload> & Pick<Upload, 'name' | 'state'>): Upload => ({
  id: ++serial,
  source: null,
  file: null,
  thumb: null,
  thumbing: null,
  problem: null,
  ...over,
});
const readyOne = (file: File) => newUpload({ name: file.name, state: 'ready', file, thumbing: 'wanted' });
const filesIn = (uploads: readonly Upload[]) => uploads.flatMap(({ file }) => file ?? []);
const isSame = (one: readonly File[], other: readonly File[]) => one.length === other.length && one.every((file, at) => file === other[at]);

function tooMany([first, ...more]: readonly File[], most: number): string | null {
  if (!first) return null;
  const others = more.length > 0 ? ` and ${more.length} more were` : ' was';
  return `“${first.name}”${others} not added: at most ${most} ${most === 1 ? 'picture' : 'pictures'}.`;
}

/** Prepares chosen pictures in their order, three at a time. `value` contains the prepared ones. */
export function useUploads({ id: field, value, onChange, most }: UploadsOptions) {
  const addPending = useContext(PendingFieldContext);
  const [uploads, setUploads] = useState<readonly Upload[]>(() => value.map(readyOne));
  const [overflow, setOverflow] = useState<string | null>(null);
  const now = useRef(uploads);
  const given = useRef<readonly File[][]>([]);
  const live = useRef(onChange);
  live.current = onChange;
  const running = useRef(0);
  const isHere = useRef(true);

  function set(next: readonly Upload[]) {
    const before = filesIn(now.current);
    now.current = next;
    setUploads(next);
    const files = filesIn(next);
    if (isSame(before, files)) return;
    given.current = [...given.current, files];
    live.current(files);
  }
  const patch = (id: number, over: Partial<Upload>) => set(now.current.map((one) => (one.id === id ? { ...one, ...over } : one)));

  async function prepare({ id, source }: Upload & { source: File }): Promise<boolean> {
    running.current++;
    patch(id, { state: 'preparing' });
    const shrunk = await shrinkImage(source, { thumbEdge: THUMB_EDGE, most: bytesPerPicture(most), isOfList: true }).finally(() => {
      running.current--;
    });
    if (!isHere.current) return true;
    if (shrunk.ok) patch(id, { state: 'ready', source: null, file: shrunk.file, thumb: shrunk.thumb ?? null, name: shrunk.file.name });
    else patch(id, { state: 'refused', problem: shrunk.message });
    prepareNext();
    return !now.current.some((one) => one.id === id && one.state === 'refused');
  }
  async function draw({ id, file }: Upload & { file: File }) {
    running.current++;
    patch(id, { thumbing: 'under way' });
    const thumb = await thumbOf(file, THUMB_EDGE);
    running.current--;
    if (!isHere.current) return;
    patch(id, { thumb, thumbing: null });
    prepareNext();
  }
  function prepareNext() {
    while (running.current < AT_ONCE) {
      const next = now.current.find(({ state }) => state === 'waits') ?? now.current.find(({ thumbing }) => thumbing === 'wanted');
      if (next?.source) addPending(field, prepare({ ...next, source: next.source }));
      else if (next?.file) void draw({ ...next, file: next.file });
      else return;
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the initial value
  useEffect(() => {
    isHere.current = true;
    prepareNext();
    return () => {
      isHere.current = false;
    };
  }, []);

  // Adopts a value that the form sets: a restored draft, or a reset form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the value changes
  useEffect(() => {
    const knownIndex = given.current.findIndex((files) => isSame(files, value));
    if (knownIndex >= 0) given.current = given.current.slice(knownIndex);
    if (knownIndex >= 0 || isSame(filesIn(now.current), value)) return;
    const remaining = now.current.filter(({ file }) => file === null || value.includes(file));
    const added = value.filter((file) => !remaining.some((one) => one.file === file)).map(readyOne);
    now.current = value.length === 0 ? [] : [...added, ...remaining];
    given.current = [];
    setUploads(now.current);
    prepareNext();
  }, [value]);

  return {
    uploads,
    overflow,
    add(files: readonly File[]) {
      const room = most - now.current.filter(({ state }) => state !== 'refused').length;
      setOverflow(tooMany(files.slice(Math.max(0, room)), most));
      const accepted = files.slice(0, Math.max(0, room));
      set([...now.current, ...accepted.map((source) => newUpload({ name: source.name, state: 'waits', source }))]);
      prepareNext();
    },
    remove: (id: number) => {
      setOverflow(null);
      set(now.current.filter((one) => one.id !== id));
    },
    retry(id: number) {
      patch(id, { state: 'waits', problem: null });
      prepareNext();
    },
  };
}
