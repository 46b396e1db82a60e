import type { RulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useRef, useState } from 'react';
import type { Sound } from './AudioField';
import { durationOf, fileOf } from './audioFile';

type Values = { file: File | null; pieces: (Blob | null)[]; seconds: number | null };
/** A form that holds a recording, and beside it what its draft keeps of one that goes on. */
type TakeForm = Pick<RulesForm<Values>, 'values' | 'set' | 'watch'>;

/**
 * The recording of a form. While it goes on its pieces are values of the form, so that the draft keeps each of them as it comes; what a
 * lost page left is put together once the draft was read.
 */
export function useRecordingField(form: object, isReady: boolean) {
  const { values, set, watch } = form as TakeForm;
  const portal = usePortal();
  const [wasInterrupted, setInterrupted] = useState(false);
  const live = useRef({ values, set });
  live.current = { values, set };
  const now = () => live.current.values() as Partial<Values>;

  const put = (sound: Sound | null) => {
    live.current.set('file', sound?.file ?? null);
    live.current.set('seconds', sound?.seconds ?? null);
    live.current.set('pieces', []);
    setInterrupted(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft was read
  useEffect(() => {
    const { pieces = [], file } = now();
    const left = pieces.filter((piece) => piece instanceof Blob);
    if (!isReady || file || left.length === 0) return;
    const found = fileOf(left, portal.now());
    put({ file: found, seconds: null });
    setInterrupted(true);
    void durationOf(found).then((seconds) => {
      if (now().file === found) live.current.set('seconds', seconds);
    });
  }, [isReady]);

  const file = watch('file') as File | null;
  return {
    sound: file ? { file, seconds: (watch('seconds') as number | null) ?? null } : null,
    set: put,
    add: (piece: Blob) => live.current.set('pieces', [...(now().pieces ?? []), piece]),
    wasInterrupted: wasInterrupted && file !== null,
  };
}
