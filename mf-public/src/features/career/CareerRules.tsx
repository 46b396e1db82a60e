import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { type CareerApplication, careerRules } from '@portal/contracts/career/career.rules';
import { type LateRulesProps, useHandOver } from '@portal/forms/useLateForm';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useVisitorWrite } from '../enquiries/visitor.queries';
import { careerDefaults } from './careerDefaults';

/** What checks and sends an application; fetched when somebody turns to its fields. */
export function CareerRules({ id, onForm }: LateRulesProps<CareerApplication>) {
  const send = useVisitorWrite(applyForOpening);
  const form = useRulesForm(careerRules, {
    id,
    post: applyForOpening.id,
    defaults: careerDefaults,
    unsaved: 'your application',
    clears: true,
    onSubmit: send,
  });
  useHandOver(form, onForm);
  return null;
}
