import { FormCard } from '@portal/forms/formLayout';
import { LongForm, SaveBar } from '@portal/forms/LongForm';
import { TextArea } from '@portal/ui/TextArea';
import { useLeaveForm } from '../leaveForm';
import { frenchWords, longText, noop } from '../samples';

export default { component: LongForm };

interface Options {
  description?: string;
  missing?: readonly string[];
  share?: number | null;
  isDone?: boolean;
  title?: string;
}

function Leave({ description = '', missing = [], share = null, isDone = false, title = 'Leave' }: Options) {
  const form = useLeaveForm({ description });
  return (
    <LongForm form={form}>
      <FormCard title={title}>
        <TextArea label="Description" {...form.bind('leaveDescription')} />
      </FormCard>
      <SaveBar form={form} label="Save" isDone={isDone} sending={{ share, cancel: noop }} missing={() => missing} />
    </LongForm>
  );
}

export const Default = () => <Leave description="My daughter is ill." />;
export const Missing = () => <Leave missing={['Description', 'Date of birth']} />;
export const Correction = () => <Leave />;
export const Uploading = () => <Leave share={0.42} />;
export const Saving = () => <Leave share={1} />;
export const Busy = () => <Leave isDone />;
export const LongText = () => <Leave title={frenchWords} description={longText} missing={[frenchWords, longText]} />;
