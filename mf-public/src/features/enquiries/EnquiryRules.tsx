import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { type Enquiry, enquiryRules } from '@portal/contracts/enquiries/enquiries.rules';
import { type LateRulesProps, useHandOver } from '@portal/forms/useLateForm';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';
import { enquiryDefaults } from './enquiryDefaults';

/** What checks and sends an enquiry; fetched when somebody turns to its fields. */
export function EnquiryRules({ id, onForm, pageId }: LateRulesProps<Enquiry> & { pageId: string }) {
  const portal = usePortal();
  const { send } = useWrite(sendEnquiry);
  const form = useRulesForm(enquiryRules, {
    id,
    post: sendEnquiry.id,
    defaults: enquiryDefaults,
    unsaved: 'your message',
    clears: true,
    onSubmit: async (values) => {
      const result = await send({ ...values, pageId });
      portal.toast(result.ok ? 'success' : 'error', result.ok ? result.message : result.error.userMessage);
      return result.ok ? result : { ok: false, error: { ...result.error, userMessage: '' } };
    },
  });
  useHandOver(form, onForm);
  return null;
}
