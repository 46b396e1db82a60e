import { PasswordChecklist } from '@portal/forms/PasswordChecklist';
import { longText } from '../samples';

export default { component: PasswordChecklist };

const parts = [{ id: 'long', label: longText, test: /never/ }] as const;

export const Empty = () => <PasswordChecklist password="" />;
export const Partly = () => <PasswordChecklist password="horse" />;
export const Complete = () => <PasswordChecklist password="Correct-Horse-42" />;
export const LongText = () => <PasswordChecklist password="" parts={parts} />;
