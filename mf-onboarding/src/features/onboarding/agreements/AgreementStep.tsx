import { authPaths } from '@portal/contracts/auth/auth.paths';
import { type Agreement, agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import { QueryView } from '@portal/mf-kit/QueryView';
import { RichText } from '@portal/mf-kit/RichText';
import { Link, useParams } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { StepFrame } from '../../../StepFrame';
import type { Stage } from '../../../Stepper';
import styles from './AgreementStep.module.css';
import { useAgree, useLegalText } from './agreements.queries';

const UNKNOWN_HERE = 401;

interface AgreementStepProps {
  agreement: Agreement;
  stage: Stage;
  title: string;
}

export function AgreementStep({ agreement, stage, title }: AgreementStepProps) {
  const { id = '' } = useParams();
  const text = useLegalText(agreement);
  const { agreeNow, busy, failure } = useAgree(id, agreement);
  return (
    <StepFrame at={stage} title={title} width="text">
      <QueryView
        query={text}
        failed="The text could not be loaded"
        detail="You have not agreed to anything."
        loading={{ shape: 'text', count: 8, label: 'Loading the text' }}
      >
        {({ description }) => (
          <>
            <RichText html={description} className={styles.text} />
            <div className={styles.actions}>
              <Button onClick={() => void agreeNow()} busy={busy} wide>
                {agreementMessages.agree}
              </Button>
              <Status tone="danger">
                <span>{failure?.userMessage}</span> {failure?.code === UNKNOWN_HERE && <Link to={authPaths.login()}>Log in</Link>}
              </Status>
            </div>
          </>
        )}
      </QueryView>
    </StepFrame>
  );
}
