import type { Registration } from '@portal/contracts/guards/guards.registration';
import { FormCard } from '@portal/forms/FormCard';
import { LicenceFields } from '@portal/forms/PersonFields';
import type { RulesForm } from '@portal/forms/useRulesForm';

export function LicenceSection({ form }: { form: RulesForm<Registration> }) {
  return (
    <FormCard
      title="Security licence"
      lead="Security guards in Ontario work with a licence. We compare the picture with the number before you are approved."
    >
      <LicenceFields form={form} />
    </FormCard>
  );
}
