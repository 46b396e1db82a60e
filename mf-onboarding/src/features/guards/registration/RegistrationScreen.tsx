import { copy } from '@portal/contracts/_kernel/copy';
import { useParams, useSearchParams } from '@portal/mf-kit/router';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { StepFrame } from '../../../StepFrame';
import { RegistrationForm } from './RegistrationForm';
import { useRegistering } from './registration.queries';

/** The step after the code; opened with `status=loggedin` it changes what was registered (REG-13). */
export function RegistrationScreen() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const isEdit = search.get('status') === 'loggedin';
  const { guard, error, retry } = useRegistering(id);
  return (
    <StepFrame
      at={isEdit ? undefined : 'Registration'}
      title={isEdit ? 'Change your registration' : 'Registration'}
      lead={
        isEdit
          ? 'What you save here replaces what you registered with.'
          : 'About ten minutes. Have your licence and one identification document at hand. What you enter is kept on this device until you save.'
      }
      width="text"
    >
      {guard && <RegistrationForm key={`${guard.id}${isEdit}`} guard={guard} isEdit={isEdit} />}
      {!guard && error && (
        <ErrorState title={error.userMessage || copy.somethingWrong} safe="What you entered before is safe." onRetry={retry} />
      )}
      {!guard && !error && <Skeleton shape="form" count={6} label="Loading your registration" />}
    </StepFrame>
  );
}
