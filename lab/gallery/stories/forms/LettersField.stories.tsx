import { LettersField } from '@portal/forms/LettersField';
import { Focused, frenchWords, longText } from '../samples';

export default { component: LettersField };

const field = { label: 'Bank', instead: 'Letters only: type Crédit Agricole as Credit Agricole.' };

export const Default = () => <LettersField {...field} defaultValue="Royal Bank" hint="As on your statement" />;
export const Disabled = () => <LettersField {...field} defaultValue="Royal Bank" disabled />;
export const Missing = () => <LettersField {...field} hint="As on your statement" error="Bank is required." />;
export const Invalid = () => <LettersField {...field} defaultValue="Bank 1" error="Bank has letters only." />;
export const LongText = () => <LettersField label={frenchWords} instead={longText} error={longText} defaultValue={longText} />;

export const Focus = () => (
  <Focused>
    <LettersField {...field} />
  </Focused>
);
