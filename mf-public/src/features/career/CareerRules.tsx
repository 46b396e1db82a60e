import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { type CareerApplication, careerRules } from '@portal/contracts/career/career.rules';
import { type LazyRulesProps, useAttachForm } from '@portal/forms/ProgressiveForm';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useVisitorWrite } from '../enquiries/visitor.queries';
import { careerDefaults } from './careerDefaults';

/** Validates and sends an application; loaded when a visitor focuses the form. */
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
