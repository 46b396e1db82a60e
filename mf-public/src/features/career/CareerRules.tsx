import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { type CareerApplication, careerRules } from '@portal/contracts/career/career.rules';
import { type LateRulesProps, useHandOver } from '@portal/forms/useLateForm';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';
import { careerDefaults } from './careerDefaults';

/** What checks and sends an application; fetched when somebody turns to its fields. */
export function CareerRules({ id, onForm }: LateRulesProps<CareerApplication>) {
  const portal = usePortal();
  const { send } = useWrite(applyForOpening);
  const form = useRulesForm(careerRules, {
    id,
    post: applyForOpening.id,
    defaults: careerDefaults,
    unsaved: 'your application',
    clears: true,
    onSubmit: async (values) => {
      const result = await send(values);
      portal.toast(result.ok ? 'success' : 'error', result.ok ? result.message : result.error.userMessage);
      return result.ok ? result : { ok: false, error: { ...result.error, userMessage: '' } };
    },
  });
  useHandOver(form, onForm);
  return null;
}
