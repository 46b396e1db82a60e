import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { appealRules } from '@portal/contracts/ratings/ratings.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { useAppeal } from '../ratings.queries';

interface AppealModalProps {
  rating: Rating;
  onClose(): void;
  onAppealed(appeal: Rating['appeal']): void;
}

/** Appeals a rating; a reason is optional. */
export function AppealModal({ rating, onClose, onAppealed }: AppealModalProps) {
  const { appeal, notSent } = useAppeal();
  const form = useRulesForm(appealRules, {
    defaults: { words: '' },
    unsaved: 'your appeal',
    onSubmit: async ({ words }) => {
      const result = await appeal(rating.id, words);
      if (result.ok) {
        onAppealed(result.data.appeal);
        onClose();
      }
      return result;
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={`Appeal: ${rating.rating} of 5`} submit="Send the appeal">
      <p>We look at the rating of {rating.jobId.jobTitle} again and answer you in a ticket. The rating and its reason are in it already.</p>
      <TextArea label="Anything we should know? (optional)" rows={4} {...form.bind('words')} />
      <Status tone="danger">{notSent}</Status>
    </FormDialog>
  );
}
