import { QueryFailure } from '@portal/mf-kit/QueryView';
import { useParams, useSearchParams } from '@portal/mf-kit/router';
import { Skeleton } from '@portal/ui/Skeleton';
import { StepFrame } from '../../../StepFrame';
import { RegistrationForm } from './RegistrationForm';
import { useRegistering } from './registration.queries';

/** The step after the code. With `status=loggedin` it edits the registration (REG-13). */
export function RegistrationScreen() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const isEdit = search.get('status') === 'loggedin';
  const { guard, query } = useRegistering(id);
  return (
    <StepFrame
      at={isEdit ? undefined : 'Registration'}
      title={isEdit ? 'Change your registration' : 'Registration'}
      lead={
        isEdit
          ? 'Saving replaces the details you registered with.'
          : 'About ten minutes. Have your licence and one identification document at hand. What you enter is kept on this device until you save.'
      }
      width="text"
    >
      {guard && <RegistrationForm key={`${guard.id}${isEdit}`} guard={guard} isEdit={isEdit} />}
      {!guard && <QueryFailure query={query} failed="Your registration could not be loaded" detail="What you entered before is safe." />}
      {!guard && !query.error && <Skeleton shape="form" count={6} label="Loading your registration" />}
    </StepFrame>
  );
}
