import { copy } from '@portal/contracts/_kernel/copy';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { Link } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { buttonClass } from '@portal/ui/Button';
import { LegalText } from '../legal/LegalText';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import styles from './ContractScreen.module.css';

/** Describes the link's target; the guard may have agreed already. */
function linkHint(guard: Guard): string {
  if (!guard.isIndependentContractor) return 'You continue where you left off.';
  const { step } = nextStep(guard);
  if (step === 'done') return 'You have already agreed to this. The link leads to your profile.';
  return `You have already agreed to this. The link leads to ${step === 'approval' ? 'your approval' : 'what is left of your registration'}.`;
}

export function ContractScreen() {
  const session = useSession();
  // The pending agreement is the guard's next step. The guard agrees there, not here.
  const to = session ? nextStep(session.guard).to : authPaths.login();
  return (
    <StaticPage
      name="Contract agreement"
      title="Contract agreement"
      lead="The agreement between you, an independent contractor, and us. You agree to it once, when you register."
      art={<ShieldArt drawing="M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M8.5 17c1-3 2-3 2.5-1.5s1 1.5 1.5 0 1-1 3 0M9 11h7" />}
    >
      <div className={sections.section}>
        <LegalText type="guardAgreement" label="Contract agreement" boxed />
        <div className={styles.agree}>
          <Link to={to} className={buttonClass('primary')}>
            {copy.agreeAndContinue}
          </Link>
          <p className={styles.hint}>{session ? linkHint(session.guard) : 'Log in first. You agree to nothing until then.'}</p>
        </div>
      </div>
    </StaticPage>
  );
}
