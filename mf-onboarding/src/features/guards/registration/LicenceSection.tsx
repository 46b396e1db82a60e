import type { Registration } from '@portal/contracts/guards/guards.registration';
import { FormCard } from '@portal/forms/formLayout';
import { LicenceFields } from '@portal/forms/PersonFields';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { sections } from './registrationValues';

export function LicenceSection({ form }: { form: RulesForm<Registration> }) {
  return (
    <FormCard
      id={sections.licence}
      title="Security licence"
      lead="Security guards in Ontario must hold a licence. We check the picture against the number before we approve you."
    >
      <LicenceFields form={form} />
    </FormCard>
  );
}
