import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { TextArea } from '@portal/ui/TextArea';
import { useLeaveForm } from '../leaveForm';
import { longText } from '../samples';

export default { component: Form };

function Leave(options: Parameters<typeof useLeaveForm>[0]) {
  const form = useLeaveForm(options);
  return (
    <Form form={form}>
      <TextArea label="Description" {...form.bind('leaveDescription')} />
      <SubmitButton form={form}>Send</SubmitButton>
    </Form>
  );
}

export const Default = () => <Leave />;
export const Invalid = () => <Leave isSubmitted />;
export const Busy = () => <Leave description="My daughter is ill." isEndless isSubmitted />;
export const Failure = () => <Leave description="My daughter is ill." refusal={longText} isSubmitted />;
