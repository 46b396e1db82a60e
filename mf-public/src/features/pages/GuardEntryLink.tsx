import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { Link } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';

/** The next step of a guard: registering, or with a session the next step of that guard. */
export function GuardEntryLink({ className }: { className: string | undefined }) {
  const session = useSession();
  return (
    <Link to={session ? nextStep(session.guard).to : authPaths.signup()} className={className}>
      {session ? 'Continue in the portal' : copy.registerAsProfessional}
    </Link>
  );
}
