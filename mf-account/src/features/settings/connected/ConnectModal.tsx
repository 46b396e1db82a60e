import { connectRules } from '@portal/contracts/auth/auth.connections';
import { providerNames } from '@portal/contracts/auth/auth.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import type { Provider } from '@portal/mf-kit/provider';
import { PasswordField } from '@portal/ui/PasswordField';
import type { Connected } from './connected.queries';

interface ConnectModalProps {
  provider: Provider;
  connect: (password: string) => Promise<Connected>;
  onClose: () => void;
}

/** Asks for the password before the provider's own dialog: what is connected opens the account. Open while it is rendered. */
export function ConnectModal({ provider, connect, onClose }: ConnectModalProps) {
  const name = providerNames[provider];
  const form = useRulesForm(connectRules, {
    defaults: { password: '' },
    unsaved: 'your password',
    onSubmit: async ({ password }) => {
      const result = await connect(password);
      if (result.ok) onClose();
      return result;
    },
  });
  return (
    <FormDialog form={form} title={`Connect ${name}`} submit={`Go on to ${name}`} onClose={onClose}>
      <p>Whoever is logged in with your {name} account opens your guard account, too. Please enter your password here first.</p>
      <PasswordField label="Your password" autoComplete="current-password" {...form.bind('password')} />
    </FormDialog>
  );
}
