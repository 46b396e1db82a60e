import { ErrorSummary } from '@portal/ui/ErrorSummary';
import { Focused, frenchWords, longText } from '../samples';

export default { component: ErrorSummary };

const errors = [
  { id: 'first', label: 'First name', message: 'First name is required.' },
  { id: 'dob', message: 'You must be at least 18 years old.' },
];

export const Default = () => <ErrorSummary errors={errors} />;

export const Focus = () => (
  <Focused>
    <ErrorSummary errors={errors} />
  </Focused>
);

export const Empty = () => (
  <>
    <p>Without errors nothing is displayed:</p>
    <ErrorSummary errors={[]} />
  </>
);

export const LongText = () => <ErrorSummary title={frenchWords} errors={[{ id: 'first', label: frenchWords, message: longText }]} />;
