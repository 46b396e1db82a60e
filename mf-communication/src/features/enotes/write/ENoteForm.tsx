import { AUDIO_NOTE, enoteFormRules, enoteMessages, TEXT_NOTE } from '@portal/contracts/enotes/enotes.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { DraftNotice } from '@portal/forms/DraftNotice';
import { Form } from '@portal/forms/Form';
import { AudioField, discardQuestion } from '@portal/forms/recorder/AudioField';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { type Draft, useDraft } from '@portal/forms/useDraft';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Position } from '@portal/mf-kit/portal';
import { useServerNow } from '@portal/mf-kit/useServerNow';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { FileField } from '@portal/ui/FileField';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { Tabs } from '@portal/ui/Tabs';
import { TextArea } from '@portal/ui/TextArea';
import { TextField } from '@portal/ui/TextField';
import { useEffect, useRef, useState } from 'react';
import { useWriteENote } from '../enotes.queries';
import { useRecordingField } from '../recorder/useRecordingField';
import styles from './ENoteForm.module.css';
import { JobField, type JobOption } from './JobField';
import { PositionField } from './PositionField';
import { utcTime } from './siteTime';
import { TimeField } from './TimeField';
import { focusFirstAnswer, isUnanswered, isUntouched, type NoteTemplate, templates, textOf } from './templates';
import { useDraftCorrections } from './useDraftCorrections';

const tabs = [
  { id: 'text', label: 'Text' },
  { id: 'audio', label: 'Audio' },
] as const;

const replacing = {
  title: 'Replace what you wrote?',
  body: 'The template replaces your title and description.',
  confirm: 'Replace',
  cancel: 'Keep mine',
  danger: true,
} as const;

export interface ENoteFormProps {
  guardId: string;
  jobs: readonly JobOption[];
  /** The job of the page that the guard comes from; empty if the guard must choose one. */
  jobId: string;
  /** The job in the address. It replaces the job of a draft. */
  jobIdInUrl: string | null;
}

/** Waits until the server's time is known. */
export function ENoteForm(props: ENoteFormProps) {
  const now = useServerNow();
  return now ? <NoteForm {...props} now={now} /> : <Skeleton shape="card" label="Loading your e-note" />;
}

const defaultsAt = (now: Date, jobId: string) => ({
  jobId,
  title: '',
  eventTime: utcTime(now),
  openedAt: now.toISOString(),
  type: TEXT_NOTE,
  description: '',
  file: null,
  photo: null,
  pieces: [],
  seconds: null,
  place: null,
});

function NoteForm({ guardId, jobs, jobId, jobIdInUrl, now }: ENoteFormProps & { now: Date }) {
  const portal = usePortal();
  const { write, keyOf, notSent } = useWriteENote();
  // While On Job waits for a connection this screen stays open, and must not send the note again.
  const [done, setDone] = useState<string | null>(null);
  const form = useRulesForm(enoteFormRules, {
    defaults: defaultsAt(now, jobId),
    unsaved: 'your e-note',
    onSubmit: async (note) => {
      // A recording may contain the answers.
      if (note.type === TEXT_NOTE && isUnanswered(note.description ?? ''))
        return {
          ok: false,
          error: { userMessage: '', fields: { description: 'Answer at least one question, or write your own description' } },
        };
      const isKept = note.type === TEXT_NOTE && form.values().file && !(await portal.confirm(discardQuestion));
      if (isKept) return { ok: false };
      const result = await draft.sendAs(keyOf(note), (key) => write(note, key));
      if (result.ok) {
        setDone(result.kept ? enoteMessages.kept : enoteMessages.saved);
        portal.navigate(jobsPaths.onJob());
      }
      return result;
    },
  });
  const shown = useRef(now);
  // If the guard has not changed the time, it follows a correction of the clock.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `now` was corrected, not for another form or job
  useEffect(() => {
    if (shown.current !== now) form.updateDefaults(defaultsAt(now, jobId));
    shown.current = now;
  }, [now]);
  const draft: Draft = useDraft(form, { guardId, form: 'e-note' });
  const corrected = useDraftCorrections(form, draft, jobIdInUrl);
  const take = useRecordingField(form, draft.isReady);
  const [isRecording, setRecording] = useState(false);
  const type = form.bindValue<number>('type');
  const photo = form.bindValue<File | null>('photo');
  const description = form.bind('description');
  const isAudio = type.value === AUDIO_NOTE;

  const fill = async (template: NoteTemplate) => {
    const { title, description: own } = form.values() as { title: string; description: string };
    if (!isUntouched(title, own) && !(await portal.confirm(replacing))) return;
    form.set('title', template.name);
    form.set('description', textOf(template));
    portal.announce(`The questions for ${template.name} are in the description.`);
    if (!isAudio) focusFirstAnswer(description.id);
  };

  if (done)
    return (
      <Banner kind="success" actions={<ButtonLink href={jobsPaths.onJob()}>On Job</ButtonLink>}>
        {done}
      </Banner>
    );
  if (!draft.isReady) return <Skeleton shape="card" label="Loading your e-note" />;
  return (
    <Form form={{ ...form, failure: null }} className={styles.form} aria-label="E-note">
      <DraftNotice draft={draft} disabled={isRecording} />
      <Status>{take.wasInterrupted && 'Your recording was interrupted. Everything up to that point is here.'}</Status>
      <Status>{corrected.length > 0 && corrected.join(' ')}</Status>
      <Tabs
        label="Kind of note"
        tabs={tabs}
        selected={isAudio ? 'audio' : 'text'}
        onSelect={(id) => type.onChange(id === 'audio' ? AUDIO_NOTE : TEXT_NOTE)}
      >
        <div className={styles.panel}>
          {/* Both tabs show a running recording, so that no one is recorded without knowing it. */}
          <div hidden={!isAudio && !isRecording}>
            <AudioField
              {...form.bindValue('file')}
              value={take.sound}
              onChange={take.set}
              onPiece={take.add}
              onBusy={setRecording}
              isShown={isAudio}
            />
          </div>
          {!isAudio && take.sound && <p className={styles.kept}>Your recording is kept under Audio. A text note is sent without it.</p>}
          {/* biome-ignore lint/a11y/useSemanticElements: buttons that fill the form, no fields of it */}
          <div className={styles.templates} role="group" aria-label="Common notes">
            {templates.map((template) => (
              <button key={template.name} type="button" className={styles.template} onClick={() => fill(template)}>
                {template.name}
              </button>
            ))}
          </div>
          <TextField label="Title" autoComplete="off" {...form.bind('title')} />
          <TextArea label="Description" rows={4} {...description} />
        </div>
      </Tabs>
      <JobField jobs={jobs} field={form.bindValue('jobId')} />
      <TimeField
        field={form.bind('eventTime')}
        value={form.watch('eventTime')}
        zone={jobs.find(({ value }) => value === form.watch('jobId'))?.zone}
        onChange={(utc) => form.set('eventTime', utc)}
      />
      <FileField label="Photo" optional {...photo} />
      <PositionField place={(form.watch('place') as Position | null) ?? null} onChange={(place) => form.set('place', place)} />
      <div className={styles.send}>
        <Status tone={notSent ? 'danger' : 'quiet'}>{notSent || (isRecording && 'Stop the recording before you send the note.')}</Status>
        <SubmitButton wide form={form} busyText="Sending your e-note…" disabled={isRecording}>
          {enoteMessages.submit}
        </SubmitButton>
      </div>
    </Form>
  );
}
