import { copy } from '@portal/contracts/_kernel/copy';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from './router';
import { useSession } from './useSession';

/** Every declared path that is not built yet says so (`built: false` in module.ts), with a way back. */
export function NotAvailable() {
  const session = useSession();
  return (
    <section>
      <h1 tabIndex={-1}>{copy.notAvailable}</h1>
      <p>
        <Link to={session ? nextStep(session.guard).to : pagesPaths.home()}>{session ? 'Back to your jobs' : 'Back to the home page'}</Link>
      </p>
    </section>
  );
}
