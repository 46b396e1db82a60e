import { ErrorState } from '@portal/ui/ErrorState';
import { frenchWords, longText, noop } from '../samples';

export default { component: ErrorState };

export const Default = () => <ErrorState />;

export const WithRetry = () => (
  <ErrorState title="Your shifts could not be loaded" detail="Nothing is lost." onRetry={noop} reference="8F3A-22C1" />
);

export const Retrying = () => <ErrorState title="Your shifts could not be loaded" onRetry={noop} retryBusy />;

export const LongText = () => <ErrorState title={frenchWords} detail={longText} onRetry={noop} reference={'8F3A-22C1-'.repeat(6)} />;
