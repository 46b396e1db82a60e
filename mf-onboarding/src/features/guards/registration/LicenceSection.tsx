import type { Registration } from '@portal/contracts/guards/guards.registration';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { DateField } from '@portal/ui/DateField';
import { FileField } from '@portal/ui/FileField';
import { TextField } from '@portal/ui/TextField';
import { StepCard } from '../../../StepFrame';
import styles from './Registration.module.css';

export function LicenceSection({ form }: { form: RulesForm<Registration> }) {
  const number = form.bind('licenseNumber');
  const expiry = form.bindValue('securityRegistrationExpiryDate');
  const image = form.bindValue<File | string | null>('securityRegistrationDocument');
  return (
    <StepCard
      title="Security licence"
      lead="Security guards in Ontario work with a licence. We compare the picture with the number before you are approved."
    >
      <div className={styles.pair}>
        <TextField
          label="Security licence number"
          hint="6 to 10 digits, as on the card"
          inputMode="numeric"
          autoComplete="off"
          {...number}
        />
        <DateField label="Licence expiry date" {...expiry} />
      </div>
      <FileField
        label="Licence image"
        hint="The whole card, flat and in good light, so that every line can be read."
        stored={<SessionImage filename={image.value as string} alt="" />}
        {...image}
      />
    </StepCard>
  );
}
