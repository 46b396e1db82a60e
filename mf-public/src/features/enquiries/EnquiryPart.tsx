import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import { enquiryId } from '@portal/contracts/enquiries/enquiries.pages';
import type { Enquiry } from '@portal/contracts/enquiries/enquiries.rules';
import { FieldPair } from '@portal/forms/formLayout';
import { Honeypot } from '@portal/forms/Honeypot';
import { NameField } from '@portal/forms/NameField';
import { PhoneField } from '@portal/forms/PhoneField';
import { ProgressiveForm, useLazyForm } from '@portal/forms/ProgressiveForm';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { TextArea } from '@portal/ui/TextArea';
import { TextField } from '@portal/ui/TextField';
import { ConsentPart } from './ConsentPart';
import { enquiryDefaults } from './enquiryDefaults';

const load = () => import(/* webpackChunkName: "enquiry-rules" */ './EnquiryRules').then((file) => file.EnquiryRules);

interface EnquiryPartProps {
  /** The accessible name of the form. */
  label: string;
  pageId: string;
  /** Label and hint of the message field. */
  question?: string;
  hint?: string;
  /** Label of the submit button. */
  submit?: string;
}

/** The fields of Contact Us, Training and the sector pages (PUBLIC-CONTACT-03..06). */
export function EnquiryPart({ label, pageId, question = 'Message', hint, submit = 'Send' }: EnquiryPartProps) {
  const form = useLazyForm<Enquiry, { pageId: string }>({
    post: enquiryId,
    defaults: enquiryDefaults,
    load,
    more: { pageId },
  });
  return (
    <ProgressiveForm form={form} aria-label={label} hidden={{ pageId }}>
      <NameField part="whole" {...form.bind('name')} />
      <FieldPair>
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...form.bind('email')} />
        <PhoneField {...form.bind('phone')} />
      </FieldPair>
      <TextArea label={question} hint={hint} rows={5} {...form.bind('query')} />
      <Honeypot {...form.bind(HONEYPOT)} />
      <ConsentPart />
      <SubmitButton form={form} wide>
        {submit}
      </SubmitButton>
    </ProgressiveForm>
  );
}
