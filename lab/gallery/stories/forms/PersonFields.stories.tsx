import { ContactFields, LicenceFields, NameFields, PhotoField, ShownContacts } from '@portal/forms/PersonFields';
import { Stack } from '@portal/ui/Layout';
import { bound, longName, longText, noop, pictureFile } from '../samples';

export default { component: NameFields };

interface Values {
  [name: string]: unknown;
}

/** A form with these values, and with this error at each field. */
const form = (values: Values, error?: string) => ({
  bind: (name: string) => bound(name, { value: String(values[name] ?? ''), ...(error && { error }) }),
  bindValue: <Value,>(name: string) => ({ id: name, name, value: (values[name] ?? null) as Value, onChange: noop, error }),
  watch: (name: string) => values[name],
  set: noop,
});
const empty = { dob: '', securityRegistrationExpiryDate: '' };
const ada = {
  firstName: 'Ada',
  lastName: 'Marsh',
  dob: '1990-05-17',
  mobileNumber: '4165550134',
  email: 'ada.marsh@example.com',
  licenseNumber: '12345678',
  securityRegistrationExpiryDate: '2028-05-17',
};
const photo = pictureFile('photo.png');

export const Name = () => <NameFields form={form(ada)} />;
export const NameInvalid = () => <NameFields form={form(empty, longText)} />;
export const Contact = () => <ContactFields form={form(ada)} />;
export const ContactInvalid = () => <ContactFields form={form({ email: `${longName}@example.com` }, 'Please correct this field.')} />;
export const Photo = () => <PhotoField form={form({ profileImage: photo })} />;
export const PhotoEmpty = () => <PhotoField form={form({})} />;
export const PhotoStored = () => <PhotoField form={form({ profileImage: 'stored.jpg' })} />;
export const Licence = () => <LicenceFields form={form({ ...ada, securityRegistrationDocument: photo })} />;
export const LicenceInvalid = () => <LicenceFields form={form(empty, longText)} />;

export const ReadOnlyContact = () => (
  <Stack>
    <ShownContacts email="ada.marsh@example.com" mobileNumber="4165550134" />
    <ShownContacts email={`${longName}@example.com`} mobileNumber="" problems={{ mobileNumber: longText }} />
  </Stack>
);
