import {
  MOST_IMAGES,
  mayHaveNoJob,
  NO_JOB,
  ticketCall,
  ticketForm,
  ticketMessages,
  ticketTypes,
} from '@portal/contracts/tickets/tickets.rules';
import { DraftNotice } from '@portal/forms/DraftNotice';
import { Form } from '@portal/forms/Form';
import { FieldPair } from '@portal/forms/formLayout';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { type Draft, useDraft } from '@portal/forms/useDraft';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { QueryFailure } from '@portal/mf-kit/QueryView';
import { Button } from '@portal/ui/Button';
import { Select } from '@portal/ui/Select';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { TextField } from '@portal/ui/TextField';
import { UploadList } from '@portal/ui/UploadList';
import { useEffect, useRef, useState } from 'react';
import { useCreateTicket, useTicketJobs } from '../tickets.queries';
import { pictureCountText } from '../ticketText';
import styles from './ReportIssue.module.css';

const types = Object.entries(ticketTypes).map(([value, label]) => ({ value, label }));

export interface TicketFormProps {
  guardId: string;
  /** Values from the address. They replace those of a draft, unless the guard chose a late draft. */
  chosen: { type?: string; job?: string; title?: string; text?: string };
  onSent(): void;
}

/** The hint of the job select when it has no job to choose. */
function useJobHint({ jobs, isLoading, failed }: ReturnType<typeof useTicketJobs>, needsNone: boolean): string | undefined {
  const { supportEmail } = usePortal().config;
  if (isLoading) return 'Loading your jobs…';
  if (failed || jobs.length > 0 || needsNone) return undefined;
  return `You have no jobs of this kind. Choose another type, or email ${supportEmail}.`;
}

export function TicketForm({ guardId, chosen, onSent }: TicketFormProps) {
  const { create, keyOf, share, cancel, notSaved } = useCreateTicket();
  const form = useRulesForm(ticketForm, {
    defaults: {
      ticketType: chosen.type ?? '',
      jobId: chosen.job ?? '',
      ticketTitle: chosen.title ?? '',
      description: chosen.text ?? '',
      images: [],
    },
    unsaved: 'your ticket',
    onSubmit: async (typed) => {
      const ticket = ticketCall(typed);
      const result = await draft.sendAs(keyOf(ticket), (key) => create(ticket, key));
      if (!result.ok) return result;
      onSent();
      return result;
    },
  });
  const [preparing, setPreparing] = useState(0);
  const draft: Draft = useDraft(form, { guardId, form: 'ticket' });
  const isFilled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after the draft is restored
  useEffect(() => {
    // A late draft that the guard chose stays.
    if (!draft.isReady || isFilled.current) return;
    isFilled.current = true;
    // Sets only different values: setting a field counts as input, and would store a draft of an untouched form.
    if (chosen.type && chosen.type !== form.watch('ticketType')) form.set('ticketType', chosen.type);
    if (chosen.job && chosen.job !== form.watch('jobId')) form.set('jobId', chosen.job);
    if (chosen.title && chosen.title !== form.watch('ticketTitle')) form.set('ticketTitle', chosen.title);
    if (chosen.text && chosen.text !== form.watch('description')) form.set('description', chosen.text);
  }, [draft.isReady]);

  const type = form.bindValue('ticketType');
  const job = form.bindValue('jobId');
  const jobs = useTicketJobs(type.value, job.value === NO_JOB ? '' : job.value);
  const jobHint = useJobHint(jobs, type.value === '' || mayHaveNoJob(type.value));
  const chooseType = (next: string) => {
    if (jobs.changesWith(next) || (job.value === NO_JOB && !mayHaveNoJob(next))) form.set('jobId', '');
    type.onChange(next);
  };
  if (!draft.isReady) return <Skeleton shape="form" count={5} label="Loading your ticket" />;
  return (
    // A failure without a field is the quiet line at the button (REPORTISSUE-25).
    <Form form={{ ...form, failure: null }} className={styles.form}>
      <DraftNotice draft={draft} />
      <FieldPair>
        <Select
          label="Ticket type"
          placeholder="Choose a type"
          options={types}
          {...type}
          onChange={({ target }) => chooseType(target.value)}
        />
        <Select
          label="Job"
          placeholder="Choose a job"
          hint={jobHint}
          options={[
            ...jobs.jobs.map(({ id, jobTitle, locationId }) => ({ value: id, label: `${jobTitle}, ${locationId.locationName}` })),
            ...(mayHaveNoJob(type.value) ? [{ value: NO_JOB, label: ticketMessages.noJob }] : []),
          ]}
          {...job}
          onChange={({ target }) => job.onChange(target.value)}
        />
      </FieldPair>
      {jobs.failed && <QueryFailure query={jobs.failed} failed="Your jobs could not be loaded" detail="What you entered is kept." />}
      <TextField label="Title" hint="In a few words" {...form.bind('ticketTitle')} />
      <TextArea label="Description" hint="What happened, when, and what you expect" rows={5} {...form.bind('description')} />
      <UploadList
        label="Photos"
        hint="JPG, PNG, WebP or GIF"
        most={MOST_IMAGES}
        progress={share ?? undefined}
        onPreparing={setPreparing}
        disabled={form.busy}
        {...form.bindValue<File[]>('images')}
      />
      <div className={styles.send}>
        <SubmitButton form={form}>Submit</SubmitButton>
        {preparing > 0 && <Status>{`Preparing ${pictureCountText(preparing)}…`}</Status>}
        {share !== null && (
          <>
            <progress className={styles.progress} max={1} value={share} aria-label="Sending your ticket" />
            {cancel && (
              <Button variant="quiet" onClick={cancel}>
                Cancel
              </Button>
            )}
          </>
        )}
        <Status tone="danger">{notSaved}</Status>
      </div>
    </Form>
  );
}
