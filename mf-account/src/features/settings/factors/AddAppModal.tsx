import { addTotp, totpRules } from '@portal/contracts/auth/auth.factors';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useWrite } from '@portal/mf-kit/useWrite';
import { TextField } from '@portal/ui/TextField';
import styles from './Factors.module.css';
import { useFactorSubmit } from './factors.queries';

interface AddAppModalProps {
  secret: string;
  address: string;
  onClose: () => void;
}

/** Shows the secret of a new authenticator app, and adds the app with its first code. */
export function AddAuthenticatorModal({ secret, address, onClose }: AddAppModalProps) {
  const { send } = useWrite(addTotp);
  const form = useRulesForm(totpRules, {
    defaults: { label: '', code: '' },
    unsaved: 'your authenticator app',
    onSubmit: useFactorSubmit(send, onClose),
  });
  return (
    <FormDialog form={form} title="Add an authenticator app" submit="Add" onClose={onClose} summary>
      <p>Enter this key in your app, then enter the code that the app shows.</p>
      <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <p>
        <a href={address}>Open in your app</a>
      </p>
      <TextField label="Name" hint="Such as My phone" {...form.bind('label')} />
      <TextField
        label="First code"
        hint="Six digits"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        {...form.bind('code')}
      />
    </FormDialog>
  );
}
