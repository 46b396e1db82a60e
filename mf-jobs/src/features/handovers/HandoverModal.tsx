import { durationText } from '@portal/contracts/_kernel/formats';
import { handoverLimits, handoverMessages, handoverRules } from '@portal/contracts/handovers/handovers.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { FormDialog } from '@portal/forms/FormDialog';
import { AudioField, discardQuestion, loadRecorder } from '@portal/forms/recorder/AudioField';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { useState } from 'react';
import styles from './Handover.module.css';
import { type OwnNote, useLeaveHandover } from './handovers.queries';

export { loadRecorder };

const most = { seconds: handoverLimits.recordingSeconds, tooLong: handoverMessages.tooLong };

/** The guard's note for the next guards: text, a recording, or both. It replaces the earlier note of the shift. */
export function HandoverModal({ shift, note, onClose }: { shift: WorkedShift; note: OwnNote | null; onClose(): void }) {
  const portal = usePortal();
  const { leave, notSaved } = useLeaveHandover(shift);
  const [isRecording, setRecording] = useState(false);
  const [seconds, setSeconds] = useState<number | null>(null);
  const form = useRulesForm(handoverRules, {
    defaults: { text: note?.text ?? '', recording: null, keepsRecording: note?.hasRecording ?? false },
    unsaved: 'your handover note',
    onSubmit: async (given) => {
      if (isRecording) return { ok: false, error: { userMessage: '', fields: { recording: handoverMessages.stopFirst } } };
      const result = await leave(given);
      if (result.ok) onClose();
      return result;
    },
  });
  const { value: file, onChange: setFile, ...field } = form.bindValue<File | null>('recording');
  const close = async () => {
    if (!isRecording || (await portal.confirm(discardQuestion))) onClose();
  };
  return (
    <FormDialog form={form} onClose={close} title={handoverMessages.own} submit={handoverMessages.save}>
      <p className={styles.lead}>{handoverMessages.lead}</p>
      <TextArea label={handoverMessages.text} rows={4} {...form.bind('text')} />
      {form.watch('keepsRecording') ? (
        <div className={styles.stored}>
          <span>{note?.seconds == null ? handoverMessages.hasRecording : handoverMessages.hasRecordingOf(durationText(note.seconds))}</span>
          <Button small variant="quiet" onClick={() => form.set('keepsRecording', false)}>
            {handoverMessages.removeRecording}
          </Button>
        </div>
      ) : (
        <AudioField
          {...field}
          value={file && { file, seconds }}
          onChange={(sound) => {
            setFile(sound?.file ?? null);
            setSeconds(sound?.seconds ?? null);
          }}
          onBusy={setRecording}
          isShown
          most={most}
        />
      )}
      <Status tone={notSaved ? 'danger' : 'quiet'}>{notSaved || (isRecording && handoverMessages.stopFirst)}</Status>
    </FormDialog>
  );
}
