import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { frenchWords, longText, noop } from '../samples';

export default { component: ConfirmDialog };

const texts = { open: true, title: 'Cancel the shift?', confirm: 'Cancel the shift', cancel: 'Keep it', onConfirm: noop, onCancel: noop };

export const Default = () => <ConfirmDialog {...texts} body="The site is informed." />;
export const WithoutBody = () => <ConfirmDialog {...texts} />;
export const Danger = () => <ConfirmDialog {...texts} danger body="You can’t get it back." />;
export const Busy = () => <ConfirmDialog {...texts} busy body="The site is informed." />;

export const LongText = () => (
  <ConfirmDialog {...texts} danger title={frenchWords} body={longText} confirm={frenchWords} cancel="Poursuivre l’enregistrement" />
);
