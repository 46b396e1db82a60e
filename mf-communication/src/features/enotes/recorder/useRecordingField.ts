import type { RecordedSound } from '@portal/forms/recorder/AudioField';
import { durationOf, fileOf } from '@portal/forms/recorder/audioFile';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useRef, useState } from 'react';

type Values = { file: File | null; pieces: (Blob | null)[]; seconds: number | null };
/** The fields of a form with a recording: the file, or the pieces of a running recording, which its draft stores. */
type RecordingForm = Pick<RulesForm<Values>, 'values' | 'set' | 'watch'>;

/**
 * The recording of a form. Pieces of a running recording are form values, so that the draft stores each one. After a lost page they are
 * joined into a file once the draft is loaded.
 */
export function useRecordingField(form: object, isReady: boolean) {
  const { values, set, watch } = form as RecordingForm;
  const portal = usePortal();
  const [wasInterrupted, setInterrupted] = useState(false);
  const latest = useRef({ values, set });
  latest.current = { values, set };
  const currentValues = () => latest.current.values() as Partial<Values>;

  const setSound = (sound: RecordedSound | null) => {
    latest.current.set('file', sound?.file ?? null);
    latest.current.set('seconds', sound?.seconds ?? null);
    latest.current.set('pieces', []);
    setInterrupted(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the draft is loaded
  useEffect(() => {
    const { pieces = [], file } = currentValues();
    const leftPieces = pieces.filter((piece) => piece instanceof Blob);
    if (!isReady || file || leftPieces.length === 0) return;
    const found = fileOf(leftPieces, portal.now());
    setSound({ file: found, seconds: null });
    setInterrupted(true);
    void durationOf(found).then((seconds) => {
      if (currentValues().file === found) latest.current.set('seconds', seconds);
    });
  }, [isReady]);

  const file = watch('file') as File | null;
  return {
    sound: file ? { file, seconds: (watch('seconds') as number | null) ?? null } : null,
    set: setSound,
    add: (piece: Blob) => latest.current.set('pieces', [...(currentValues().pieces ?? []), piece]),
    wasInterrupted: wasInterrupted && file !== null,
  };
}
