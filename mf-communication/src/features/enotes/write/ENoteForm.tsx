import { AUDIO, enoteFormRules, enoteLimits, enoteMessages, TEXT } from '@portal/contracts/enotes/enotes.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { DraftNotice } from '@portal/forms/DraftNotice';
import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { type Draft, useDraft } from '@portal/forms/useDraft';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Position } from '@portal/mf-kit/portal';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { FileField } from '@portal/ui/FileField';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { Tabs } from '@portal/ui/Tabs';
import { TextArea } from '@portal/ui/TextArea';
import { TextField } from '@portal/ui/TextField';
import { useState } from 'react';
import { useWriteENote } from '../enotes.queries';
import { AudioField, discarding } from '../recorder/AudioField';
import { useTake } from '../recorder/useTake';
import styles from './ENoteForm.module.css';
import { JobField, type JobOption } from './JobField';
import { PlaceField } from './PlaceField';
import { TimeField, timeOf } from './TimeField';
import { isUntouched, type Template, templates } from './templates';
import { useCorrected } from './useCorrected';

const tabs = [
  { id: 'text', label: 'Text' },
  { id: 'audio', label: 'Audio' },
] as const;

const replacing = {
  title: 'Replace what you wrote?',
  body: 'The common note takes the place of your title and description.',
  confirm: 'Replace',
  cancel: 'Keep mine',
};

export interface ENoteFormProps {
  guardId: string;
  jobs: readonly JobOption[];
  /** The job that the guard comes from; empty when they must choose. */
  jobId: string;
  /** The job that the address names: it counts more than that of a draft. */
  named: string | null;
}

export function ENoteForm({ guardId, jobs, jobId, named }: ENoteFormProps) {
  const portal = usePortal();
  const { write, keyOf, notSent } = useWriteENote();
  const [opened] = useState(() => portal.now());
  // Where On Job has to wait for a connection this screen stays: the note must not be sent again from it.
  const [done, setDone] = useState<string | null>(null);
  const form = useRulesForm(enoteFormRules, {
    defaults: {
      jobId,
      title: '',
      eventTime: timeOf(opened),
      openedAt: opened.toISOString(),
      type: TEXT,
      description: '',
      file: null,
      photo: null,
      pieces: [],
      seconds: null,
      place: null,
    },
    unsaved: 'your e-note',
    onSubmit: async (note) => {
      const isKept = note.type === TEXT && form.values().file && !(await portal.confirm(discarding));
      if (isKept) return { ok: false };
      const result = await draft.whileSent(keyOf(note), () => write(note));
      if (result.ok) {
        setDone(result.kept ? enoteMessages.kept : enoteMessages.saved);
        portal.navigate(jobsPaths.onJob());
      }
      return result;
    },
  });
  const draft: Draft = useDraft(form, { guardId, form: 'e-note' });
  const corrected = useCorrected(form, draft, named);
  const take = useTake(form, draft.isReady);
  const [isRecording, setRecording] = useState(false);
  const type = form.bindValue<number>('type');
  const photo = form.bindValue<File | null>('photo');
  const isAudio = type.value === AUDIO;

  const fill = async ({ title, description }: Template) => {
    const { title: ownTitle, description: own } = form.values() as { title: string; description: string };
    if (!isUntouched(ownTitle, own) && !(await portal.confirm(replacing))) return;
    form.set('title', title);
    form.set('description', description);
    portal.announce(`${title} is filled in.`);
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
      <Status>{take.wasInterrupted && 'Your recording was interrupted. What was recorded until then is here.'}</Status>
      <Status>{corrected.length > 0 && corrected.join(' ')}</Status>
      <JobField jobs={jobs} field={form.bindValue('jobId')} />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that fill the form, no fields of it */}
      <div className={styles.templates} role="group" aria-label="Common notes">
        {templates.map((template) => (
          <button key={template.name} type="button" className={styles.template} onClick={() => fill(template)}>
            {template.name}
          </button>
        ))}
      </div>
      <div className={styles.what}>
        <TextField label="Title" maxLength={enoteLimits.title} autoComplete="off" {...form.bind('title')} />
        <TimeField
          field={form.bind('eventTime')}
          value={form.watch('eventTime')}
          zone={jobs.find(({ value }) => value === form.watch('jobId'))?.zone}
          onNow={() => form.set('eventTime', timeOf(portal.now()))}
        />
      </div>
      <Tabs
        label="Kind of note"
        tabs={tabs}
        selected={isAudio ? 'audio' : 'text'}
        onSelect={(id) => type.onChange(id === 'audio' ? AUDIO : TEXT)}
      >
        <div className={styles.panel}>
          {/* A recording that runs is seen, whichever tab is open: nobody is recorded without knowing. */}
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
          <TextArea label="Description" rows={4} maxLength={enoteLimits.description} {...form.bind('description')} />
        </div>
      </Tabs>
      <FileField label="Photo" optional {...photo} />
      <PlaceField place={(form.watch('place') as Position | null) ?? null} onChange={(place) => form.set('place', place)} />
      <div className={styles.send}>
        <Status tone={notSent ? 'danger' : 'quiet'}>{notSent || (isRecording && 'Stop the recording before you send the note.')}</Status>
        <SubmitButton wide form={form} busyText="Sending your e-note…" disabled={isRecording}>
          {enoteMessages.submit}
        </SubmitButton>
      </div>
    </Form>
  );
}
