import { copy } from '@portal/contracts/_kernel/copy';
import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import { sectors } from '@portal/contracts/_kernel/sectors';
import { applyId } from '@portal/contracts/career/career.copy';
import type { CareerApplication } from '@portal/contracts/career/career.rules';
import { FieldPair } from '@portal/forms/formLayout';
import { Honeypot } from '@portal/forms/Honeypot';
import { NameField } from '@portal/forms/NameField';
import { PhoneField } from '@portal/forms/PhoneField';
import { ProgressiveForm, useLazyForm } from '@portal/forms/ProgressiveForm';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { Select } from '@portal/ui/Select';
import { TextArea } from '@portal/ui/TextArea';
import { TextField } from '@portal/ui/TextField';
import { ConsentPart } from '../enquiries/ConsentPart';
import { AttachmentField } from './AttachmentField';
import { careerDefaults } from './careerDefaults';

const load = () => import(/* webpackChunkName: "career-rules" */ './CareerRules').then((file) => file.CareerRules);
const specialities = sectors.map(({ name }) => ({ value: name, label: name }));
const nothing = {};

/** Apply Now (PUBLIC-CAREER-03..10). */
export function CareerPart({ label }: { label: string }) {
  const form = useLazyForm<CareerApplication, object>({
    post: applyId,
    defaults: careerDefaults,
    load,
    more: nothing,
  });
  return (
    <ProgressiveForm form={form} files aria-label={label}>
      <NameField part="whole" {...form.bind('name')} />
      <FieldPair>
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...form.bind('email')} />
        <PhoneField {...form.bind('phone')} />
      </FieldPair>
      <FieldPair>
        <TextField label="Experience" optional placeholder="Years, and where" {...form.bind('experience')} />
        <Select label="Speciality" optional placeholder="No preference" options={specialities} {...form.bind('speciality')} />
      </FieldPair>
      <AttachmentField
        label="Your resume or licence"
        hint="A PDF or a picture, 2 MB at most."
        isReady={form.isReady}
        {...form.bindValue<File | null>('file')}
      />
      <TextArea label="Details" optional rows={5} {...form.bind('details')} />
      <Honeypot {...form.bind(HONEYPOT)} />
      <ConsentPart />
      <SubmitButton form={form} wide>
        {copy.applyNow}
      </SubmitButton>
    </ProgressiveForm>
  );
}
