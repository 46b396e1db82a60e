import { dayMonthYear, spacedMobile } from '@portal/contracts/_kernel/formats';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { commutes, payoutOptions, vestSizes } from '@portal/contracts/guards/guards.rules';
import { EmailAddress } from '@portal/ui/EmailAddress';
import { KeyValue } from '@portal/ui/KeyValue';
import styles from './Details.module.css';

const DASH = '–';

const labelOf = (labels: Readonly<Record<number, string>>, code: number | null) => labels[code ?? -1] ?? DASH;

export function ProfileFacts({ guard }: { guard: Guard }) {
  const address = [guard.fullAddress, guard.city, guard.state, guard.postalCode].filter(Boolean).join(', ');
  return (
    <KeyValue
      className={styles.facts}
      items={[
        { label: 'Email', value: <EmailAddress address={guard.email} /> },
        { label: 'Mobile', value: spacedMobile(guard.mobileNumber) },
        { label: 'Date of birth', value: guard.dob ? dayMonthYear(guard.dob) : DASH },
        {
          label: 'Licence expires',
          value: guard.securityRegistrationExpiryDate ? dayMonthYear(guard.securityRegistrationExpiryDate) : DASH,
        },
        { label: 'Address', value: address || DASH },
        { label: 'Specialities', value: guard.workSpecialities.map((speciality) => speciality.name).join(', ') || DASH },
        { label: 'Way to work', value: labelOf(commutes, guard.isGoWith) },
        { label: 'Vest size', value: labelOf(vestSizes, guard.vestSize) },
        { label: 'Paid out to', value: labelOf(payoutOptions, guard.wantTopay) },
      ]}
    />
  );
}
