import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { DEFAULT_TITLE, injuryFormRules, injuryLabels, injuryMessages } from '@portal/contracts/injuries/injuries.rules';
import { DraftNotice } from '@portal/forms/DraftNotice';
import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { type Draft, useDraft } from '@portal/forms/useDraft';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { QueryFailure } from '@portal/mf-kit/QueryView';
import { Card } from '@portal/ui/Card';
import { FileField } from '@portal/ui/FileField';
import { Select } from '@portal/ui/Select';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { Switch } from '@portal/ui/Switch';
import { TextArea } from '@portal/ui/TextArea';
import { useInjuryJobs, useInjuryTypes, useReportInjury } from '../injuries.queries';
import styles from './ReportInjury.module.css';

/** The injury, its job and a photo. The draft stays on the device until it is sent. */
export function InjuryForm({ guardId }: { guardId: string }) {
  const portal = usePortal();
  const { report, keyOf, notSaved } = useReportInjury();
  const form = useRulesForm(injuryFormRules, {
    defaults: { jobId: '', isOnJob: false, title: DEFAULT_TITLE, description: '', file: null },
    unsaved: 'your injury report',
    labels: { jobId: 'Job', title: injuryLabels.title },
    onSubmit: async ({ jobId, title, description, file }) => {
      const injury = { jobId, title, description, file: [file] };
      const result = await draft.sendAs(keyOf(injury), (key) => report(injury, key));
      if (!result.ok) return result;
      portal.navigate(injuriesPaths.previous());
      return result;
    },
  });
  const draft: Draft = useDraft(form, { guardId, form: 'injury' });
  const job = form.bindValue('jobId');
  const title = form.bindValue('title');
  const isOnJob = form.watch('isOnJob') === true;
  const jobs = useInjuryJobs(isOnJob);
  const types = useInjuryTypes();
  const titles = [DEFAULT_TITLE, ...types.data.map(({ name }) => name).filter((name) => name !== DEFAULT_TITLE)];
  const kept = String(form.watch('title') ?? '');
  if (kept && !titles.includes(kept)) titles.push(kept);
  const none = isOnJob ? 'You are not on a job right now.' : 'You have no previous jobs yet.';

  if (!draft.isReady) return <Skeleton shape="form" count={4} label="Loading your report" />;
  return (
    // A failure without a field is the quiet line at the button (REPORTINJURY-20).
    <Form form={{ ...form, failure: null }}>
      <DraftNotice draft={draft} />
      <Card className={styles.fields}>
        <div className={styles.group}>
          <Select
            label="Job"
            placeholder={jobs.isLoading ? 'Loading your jobs…' : 'Choose a job'}
            hint={jobs.hasData && jobs.data.docs.length === 0 ? none : undefined}
            options={jobs.data.docs.map(({ jobId }) => ({ value: jobId.id, label: `${jobId.jobTitle}, ${jobId.locationId.locationName}` }))}
            {...job}
            onChange={({ target }) => job.onChange(target.value)}
          />
          <Switch
            label="I am still on this job"
            checked={isOnJob}
            onChange={({ target }) => {
              form.set('isOnJob', target.checked);
              form.set('jobId', '');
            }}
          />
          <QueryFailure query={jobs} failed="Your jobs could not be loaded" detail="What you entered is kept." />
        </div>
        <Select
          label={injuryLabels.title}
          placeholder="Choose a title"
          options={titles.map((title) => ({ value: title, label: title }))}
          {...title}
          onChange={({ target }) => title.onChange(target.value)}
        />
        <QueryFailure query={types} failed="The other titles could not be loaded" detail="What you entered is kept." />
        <TextArea label="Description" hint="What happened, when, and who saw it" rows={5} {...form.bind('description')} />
        <FileField label="Photo" hint="Show the injury, or what caused it" {...form.bindValue<File | null>('file')} />
      </Card>
      <Status tone="danger">{notSaved}</Status>
      <SubmitButton form={form} busyText={injuryMessages.wait}>
        Submit
      </SubmitButton>
    </Form>
  );
}
