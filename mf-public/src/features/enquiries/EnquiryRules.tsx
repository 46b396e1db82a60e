import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { type Enquiry, enquiryRules } from '@portal/contracts/enquiries/enquiries.rules';
import { type LazyRulesProps, useAttachForm } from '@portal/forms/ProgressiveForm';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { enquiryDefaults } from './enquiryDefaults';
import { useVisitorWrite } from './visitor.queries';

/** Validates and sends an enquiry; loaded when a visitor focuses the form. */
export function EnquiryRules({ id, onForm, pageId }: LazyRulesProps<Enquiry> & { pageId: string }) {
  const send = useVisitorWrite(sendEnquiry);
  const form = useRulesForm(enquiryRules, {
    id,
    post: sendEnquiry.id,
    defaults: enquiryDefaults,
    unsaved: 'your message',
    clears: true,
    onSubmit: (values) => send({ ...values, pageId }),
  });
  useAttachForm(form, onForm);
  return null;
}
