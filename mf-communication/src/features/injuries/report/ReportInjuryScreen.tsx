import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { injuryLabels } from '@portal/contracts/injuries/injuries.rules';
import { useSession } from '@portal/mf-kit/useSession';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { PageHeader } from '@portal/ui/PageHeader';
import { InjuryForm } from './InjuryForm';
import styles from './ReportInjury.module.css';

export function ReportInjuryScreen() {
  const session = useSession();
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Report Injury"
        lead="Tell us what happened and show it in a photo. If anyone is in danger, call 911 first."
        actions={
          <ButtonLink variant="secondary" href={injuriesPaths.previous()}>
            {injuryLabels.previous}
          </ButtonLink>
        }
      />
      {session && <InjuryForm guardId={session.guardId} />}
    </div>
  );
}
