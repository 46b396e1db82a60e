import { FormDialog } from '@portal/forms/FormDialog';
import { TextArea } from '@portal/ui/TextArea';
import { useLeaveForm } from '../leaveForm';
import { frenchWords, longText, noop } from '../samples';

export default { component: FormDialog };

function Leave({ title = 'Apply Leave', danger, ...options }: Parameters<typeof useLeaveForm>[0] & { title?: string; danger?: boolean }) {
  const form = useLeaveForm(options);
  return (
    <FormDialog form={form} title={title} submit="Send" danger={danger} summary onClose={noop}>
      <TextArea label="Description" {...form.bind('leaveDescription')} />
    </FormDialog>
  );
}

export const Default = () => <Leave />;
export const Invalid = () => <Leave isSubmitted />;
export const Busy = () => <Leave description="My daughter is ill." isEndless isSubmitted />;
export const Danger = () => <Leave danger />;
export const LongText = () => <Leave title={frenchWords} description={longText} refusal={longText} isSubmitted />;
