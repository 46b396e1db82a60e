import { OTHER_REASON, postingMessages, reportReasons, reportRules } from '@portal/contracts/postings/postings.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { FileField } from '@portal/ui/FileField';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { useReportJob } from './postings.queries';

const reasons = Object.entries(reportReasons).map(([value, label]) => ({ value, label }));

export function ReportJobModal({ job, onClose }: { job: { jobId: string; jobTitle: string }; onClose(): void }) {
  const { report, notSaved } = useReportJob(job);
  const form = useRulesForm(reportRules, {
    defaults: { reason: '', words: '', picture: null },
    unsaved: 'your report',
    onSubmit: async (given) => {
      const result = await report(given);
      if (result.ok) onClose();
      return result;
    },
  });
  const needsWords = Number(form.watch('reason')) === OTHER_REASON;

  return (
    <FormDialog form={form} onClose={onClose} title={postingMessages.report} submit="Send report">
      <RadioGroup label="What is wrong?" options={reasons} {...form.bindValue('reason')} />
      <TextArea label="Details" optional={!needsWords} rows={3} {...form.bind('words')} />
      <FileField label="Picture" optional hint="For example a message that you received" {...form.bindValue<File | null>('picture')} />
      <Status tone="danger">{notSaved}</Status>
    </FormDialog>
  );
}
