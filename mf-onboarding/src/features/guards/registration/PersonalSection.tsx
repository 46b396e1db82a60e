import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { plainMobile } from '@portal/contracts/_kernel/person';
import type { Registration } from '@portal/contracts/guards/guards.registration';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Avatar } from '@portal/ui/Avatar';
import { DateField } from '@portal/ui/DateField';
import { FileField } from '@portal/ui/FileField';
import { focusField } from '@portal/ui/focusField';
import { KeyValue } from '@portal/ui/KeyValue';
import { Switch } from '@portal/ui/Switch';
import { TextField } from '@portal/ui/TextField';
import { useObjectUrl } from '@portal/ui/useObjectUrl';
import { useEffect, useState } from 'react';
import { StepCard } from '../../../StepFrame';
import styles from './Registration.module.css';
import { personalNames } from './registrationValues';

/** From the sign-up: shown, and editable once the toggle is switched (REG-03). What fails in it opens it. */
export function PersonalSection({ form, guard }: { form: RulesForm<Registration>; guard: Guard }) {
  const [isOn, setOn] = useState(false);
  const photo = form.bindValue<File | string | null>('profileImage');
  const names = { first: form.bind('firstName'), middle: form.bind('middleName'), last: form.bind('lastName') };
  const dob = form.bindValue('dob');
  const mobile = form.bind('mobileNumber');
  const email = form.bind('email');
  const bound = { ...names, dob, mobile, email, photo };
  const failing = Object.values(bound).find(({ error }) => error)?.id;
  const shown = Object.fromEntries(personalNames.map((name) => [name, form.watch(name)]));
  useEffect(() => {
    if (failing) setOn(true);
  }, [failing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it has just been opened
  useEffect(() => {
    if (isOn && failing) focusField(failing);
  }, [isOn]);

  return (
    <StepCard title="Personal information" lead="From your sign-up. Please check that it is what your documents say.">
      <Switch label="Edit my information" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      {!isOn && (
        <div className={styles.person}>
          <Photo value={photo.value} name={guard.firstName} />
          <KeyValue
            items={[
              { label: 'Name', value: [shown.firstName, shown.middleName, shown.lastName].filter(Boolean).join(' ') },
              { label: 'Date of birth', value: shown.dob ? daySlashMonthSlashYear(String(shown.dob)) : 'Not given' },
              { label: 'Mobile number', value: String(shown.mobileNumber) },
              { label: 'Email', value: String(shown.email) },
            ]}
          />
        </div>
      )}
      {isOn && (
        <>
          <FileField
            label="Profile photo"
            hint="Your face, from the front, as on your documents."
            optional
            round
            camera="user"
            stored={<SessionImage filename={photo.value as string} alt="" fallback={<Avatar name="" />} />}
            {...photo}
          />
          <div className={styles.pair}>
            <TextField label="First name" autoComplete="given-name" {...names.first} />
            <TextField label="Middle name" optional autoComplete="additional-name" {...names.middle} />
          </div>
          <div className={styles.pair}>
            <TextField label="Last name" autoComplete="family-name" {...names.last} />
            <DateField label="Date of birth" autoComplete="bday" {...dob} />
          </div>
          <div className={styles.pair}>
            <TextField
              label="Mobile number"
              hint="10 digits, such as 4165550123"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              {...mobile}
              onBlur={(event) => {
                void mobile.onBlur(event);
                const typed = String(form.watch('mobileNumber') ?? '');
                if (plainMobile(typed) !== typed) form.set('mobileNumber', plainMobile(typed));
              }}
            />
            <TextField
              label="Email"
              hint="Your log-in"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              {...email}
            />
          </div>
        </>
      )}
    </StepCard>
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
