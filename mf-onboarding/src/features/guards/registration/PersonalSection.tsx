import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { personFields, type Registration } from '@portal/contracts/guards/guards.registration';
import { FormCard } from '@portal/forms/formLayout';
import { ContactFields, NameFields, PhotoField } from '@portal/forms/PersonFields';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Avatar } from '@portal/ui/Avatar';
import { EmailAddress } from '@portal/ui/EmailAddress';
import { focusField } from '@portal/ui/focusField';
import { KeyValue } from '@portal/ui/KeyValue';
import { Switch } from '@portal/ui/Switch';
import { useObjectUrl } from '@portal/ui/useObjectUrl';
import { useEffect, useState } from 'react';
import styles from './Registration.module.css';
import { sections } from './registrationValues';

/** Values from the sign-up: read-only until the toggle is switched (REG-03). An invalid field switches it. */
export function PersonalSection({ form, guard, isEdit }: { form: RulesForm<Registration>; guard: Guard; isEdit: boolean }) {
  const [isOn, setOn] = useState(false);
  const photo = form.bindValue<File | string | null>('profileImage').value;
  const failing = personFields.map((name) => form.bindValue(name)).find(({ error }) => error)?.id;
  const { email, mobileNumber } = { email: form.watch('email'), mobileNumber: form.watch('mobileNumber') };
  const shown = Object.fromEntries(personFields.map((name) => [name, form.watch(name)]));
  useEffect(() => {
    if (failing) setOn(true);
  }, [failing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the section has just been opened
  useEffect(() => {
    if (isOn && failing) focusField(failing);
  }, [isOn]);

  return (
    <FormCard
      id={sections.person}
      title="Personal information"
      lead={isEdit ? 'As shown on your documents.' : 'From your sign-up. Please check that it matches your documents.'}
    >
      <Switch label="Edit my information" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      {!isOn && (
        <div className={styles.person}>
          <Photo value={photo} name={guard.firstName} />
          <KeyValue
            items={[
              { label: 'Name', value: [shown.firstName, shown.middleName, shown.lastName].filter(Boolean).join(' ') },
              { label: 'Date of birth', value: shown.dob ? daySlashMonthSlashYear(String(shown.dob)) : 'Not given' },
              { label: 'Mobile number', value: String(mobileNumber) },
              { label: 'Email', value: <EmailAddress address={String(email)} /> },
            ]}
          />
        </div>
      )}
      {isOn && (
        <>
          <PhotoField form={form} />
          <NameFields form={form} />
          <ContactFields form={form} />
          {isEdit && <p className={styles.quiet}>We confirm it’s you before saving a new e-mail address or mobile number.</p>}
        </>
      )}
    </FormCard>
  );
}

function Photo({ value, name }: { value: File | string | null; name: string }) {
  const url = useObjectUrl(value);
  const alt = `Profile photo of ${name}`;
  const none = <Avatar name="No profile photo yet" size="large" />;
  return (
    <div className={styles.photo}>
      {typeof value === 'string' ? (
        <SessionImage filename={value} alt={alt} className={styles.face ?? ''} fallback={none} />
      ) : url ? (
        <img src={url} alt={alt} className={styles.face} />
      ) : (
        none
      )}
      {!value && <span className={styles.quiet}>No photo yet</span>}
    </div>
  );
}
