import { ProgressiveForm } from '@portal/forms/ProgressiveForm';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { TextArea } from '@portal/ui/TextArea';
import { useLeaveForm } from '../leaveForm';
import { longText } from '../samples';

export default { component: ProgressiveForm };

function Leave({ successMessage = null, ...options }: Parameters<typeof useLeaveForm>[0] & { successMessage?: string | null }) {
  const form = useLeaveForm(options);
  return (
    <ProgressiveForm form={{ ...form, post: { endpoint: 'leave.apply', successMessage } }}>
      <TextArea label="Description" {...form.bind('leaveDescription')} />
      <SubmitButton form={form}>Send</SubmitButton>
    </ProgressiveForm>
  );
}

export const Default = () => <Leave />;
export const Sent = () => <Leave successMessage="Thank you for your message." />;
export const Invalid = () => <Leave isSubmitted />;
export const Failure = () => <Leave description="My daughter is ill." refusal={longText} isSubmitted />;
