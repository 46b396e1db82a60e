import type { Guard } from '@portal/contracts/_kernel/guard';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { Link } from '@portal/mf-kit/router';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Avatar } from '@portal/ui/Avatar';
import { DateField } from '@portal/ui/DateField';
import { FileField } from '@portal/ui/FileField';
import { TextField } from '@portal/ui/TextField';
import { FieldPair } from './formLayout';
import { NameField } from './NameField';
import { PhoneField } from './PhoneField';
import type { RulesForm } from './useRulesForm';

/** A form that has at least these fields. */
type FormWith<Name extends string> = Pick<RulesForm<Record<Name, unknown>>, 'bind' | 'bindValue' | 'watch' | 'set'>;

export type NameForm = FormWith<'firstName' | 'middleName' | 'lastName' | 'dob'>;
export type ContactForm = FormWith<'mobileNumber' | 'email'>;
export type PhotoForm = FormWith<'profileImage'>;
export type LicenceForm = FormWith<'licenseNumber' | 'securityRegistrationExpiryDate' | 'securityRegistrationDocument'>;

interface Contacts extends Pick<Guard, 'email' | 'mobileNumber'> {
  problems?: { email?: string | undefined; mobileNumber?: string | undefined };
}

export function NameFields({ form }: { form: NameForm }) {
  return (
    <>
      <FieldPair>
        <NameField part="first" {...form.bind('firstName')} />
        <NameField part="middle" optional {...form.bind('middleName')} />
      </FieldPair>
      <FieldPair>
        <NameField part="last" {...form.bind('lastName')} />
        <DateField label="Date of birth" autoComplete="bday" {...form.bindValue('dob')} />
      </FieldPair>
    </>
  );
}

export function ContactFields({ form }: { form: ContactForm }) {
  return (
    <FieldPair>
      <PhoneField label="Mobile number" {...form.bind('mobileNumber')} />
      <TextField
        label="Email"
        hint="Your log-in"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        {...form.bind('email')}
      />
    </FieldPair>
  );
}

/** The contact data of a registered guard, read-only: they change in Settings, in a confirmed session. */
export function ShownContacts({ email, mobileNumber, problems = {} }: Contacts) {
  return (
    <>
      <p>
        Your e-mail address and mobile number are changed in{' '}
        <Link to={{ pathname: guardsPaths.settings(), hash: 'contact' }}>Settings</Link>. We confirm it’s you before saving a new one.
      </p>
      <FieldPair>
        <TextField label="Email" type="email" readOnly value={email} error={problems.email} />
        <TextField label="Mobile number" type="tel" readOnly value={mobileNumber} error={problems.mobileNumber} />
      </FieldPair>
    </>
  );
}

export function PhotoField({ form }: { form: PhotoForm }) {
  const photo = form.bindValue<File | string | null>('profileImage');
  return (
    <FileField
      label="Profile photo"
      hint="Your face, from the front, as on your documents."
      optional
      round
      camera="user"
      stored={<SessionImage filename={photo.value as string} alt="" fallback={<Avatar name="" />} />}
      {...photo}
    />
  );
}

export function LicenceFields({ form }: { form: LicenceForm }) {
  const image = form.bindValue<File | string | null>('securityRegistrationDocument');
  return (
    <>
      <FieldPair>
        <TextField
          label="Security licence number"
          hint="6 to 10 digits, as on the card"
          inputMode="numeric"
          autoComplete="off"
          {...form.bind('licenseNumber')}
        />
        <DateField label="Licence expiry date" {...form.bindValue('securityRegistrationExpiryDate')} />
      </FieldPair>
      <FileField
        label="Licence image"
        hint="The whole card, flat and in good light, so that every line can be read."
        stored={<SessionImage filename={image.value as string} alt="" />}
        {...image}
      />
    </>
  );
}
