import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { type CareerApplication, careerRules } from '@portal/contracts/career/career.rules';
import { type LazyRulesProps, useAttachForm } from '@portal/forms/ProgressiveForm';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useVisitorWrite } from '../enquiries/visitor.queries';
import { careerDefaults } from './careerDefaults';

/** What checks and sends an application; fetched when somebody turns to its fields. */
export function CareerRules({ id, onForm }: LazyRulesProps<CareerApplication>) {
  const send = useVisitorWrite(applyForOpening);
  const form = useRulesForm(careerRules, {
    id,
    post: applyForOpening.id,
    defaults: careerDefaults,
    unsaved: 'your application',
    clears: true,
    onSubmit: send,
  });
  useAttachForm(form, onForm);
  return null;
}
