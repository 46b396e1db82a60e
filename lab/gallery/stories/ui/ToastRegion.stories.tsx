import { type Toast, ToastRegion } from '@portal/ui/ToastRegion';
import { frenchWords, longText, noop } from '../samples';

export default { component: ToastRegion };

const toast = (id: number, kind: Toast['kind'], text: string) => ({ id, kind, text });
const HOUR_MS = 3_600_000;
const region = { onClose: noop, timeoutMs: HOUR_MS };

export const Default = () => <ToastRegion {...region} toasts={[toast(1, 'success', 'Your profile was saved.')]} />;

export const Several = () => (
  <ToastRegion
    {...region}
    toasts={[
      toast(1, 'info', 'The page was updated.'),
      toast(2, 'warning', 'You are offline.'),
      toast(3, 'error', 'Your rating was not saved.'),
    ]}
  />
);

export const LongText = () => <ToastRegion {...region} toasts={[toast(1, 'error', `${longText} ${frenchWords}`)]} />;
