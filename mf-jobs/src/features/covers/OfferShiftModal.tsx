import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import { coverEndsAt, coverMessages, coverRules } from '@portal/contracts/covers/covers.rules';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import styles from './Covers.module.css';
import { useOfferCover } from './covers.queries';

export function OfferShiftModal({ jobId, shift, onClose }: { jobId: string; shift: Shift; onClose(): void }) {
  const { offer, notOffered } = useOfferCover(jobId, shift);
  const endsAt = coverEndsAt(shift.startTime);
  const form = useRulesForm(coverRules, {
    defaults: { note: '' },
    unsaved: 'your offer',
    onSubmit: async ({ note }) => {
      const result = await offer(note);
      if (result.ok) onClose();
      return result;
    },
  });

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`${coverMessages.offer}: ${localDay(shift.startTime, shift.timeZone)}`}
      submit={coverMessages.offerTo}
    >
      <ol className={styles.steps}>
        {coverMessages.how.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{coverMessages.deadline(`${localDay(endsAt, shift.timeZone)}, ${localTime(endsAt, shift.timeZone)}`)}</p>
      <TextArea label={coverMessages.note} optional rows={2} hint={coverMessages.noteHint} {...form.bind('note')} />
      <p className={styles.hint}>
        {coverMessages.noPenalty} {coverMessages.preferLeave}
      </p>
      <Status tone="danger">{notOffered}</Status>
    </FormDialog>
  );
}
