import { call } from '@portal/api-client/call';
import type { Output } from '@portal/contracts/_kernel/endpoint';
import { ownPasswordRules } from '@portal/contracts/_kernel/own-password';
import {
  codeRules,
  confirmationLimits,
  confirmationState,
  confirmSession,
  type Proof,
  sendConfirmationCode,
} from '@portal/contracts/auth/auth.confirmation';
import { challengePasskey } from '@portal/contracts/auth/auth.factors';
import { providerNames, socialTypes } from '@portal/contracts/auth/auth.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { type RulesForm, useRulesForm } from '@portal/forms/useRulesForm';
import { failureText, readFailureText, toFailure } from '@portal/mf-kit/failure';
import { PortalContext, usePortal } from '@portal/mf-kit/PortalContext';
import { answerWithPasskey } from '@portal/mf-kit/passkeys';
import type { Failure, Portal } from '@portal/mf-kit/portal';
import type { Provider } from '@portal/mf-kit/provider';
import { useWrite } from '@portal/mf-kit/useWrite';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { ErrorState } from '@portal/ui/ErrorState';
import { PasswordField } from '@portal/ui/PasswordField';
import { Spinner } from '@portal/ui/Spinner';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import styles from './ConfirmationDialog.module.css';
import type { ProofOutcome } from './identityProviders';

export interface ConfirmationDialogProps {
  portal: Portal;
  signIn: (provider: Provider) => Promise<ProofOutcome>;
  onAnswer: (isConfirmed: boolean) => void;
}

type State = Output<typeof confirmationState>;
type Shown = { kind: 'loading' } | { kind: 'failed'; failure: Failure } | { kind: 'ready'; state: State };

const TITLE = 'Confirm that it is you';
const WHY = `Your last confirmation is more than ${confirmationLimits.minutes} minutes old. What you entered stays here, and we send it once you confirm.`;
const FAILED = 'This could not be confirmed just now. Please try again.';
const NO_METHOD = 'This page has no way to confirm that it is you. Log out and log in again. If you have a second factor, write to us.';
const providers = Object.keys(socialTypes) as Provider[];

/** Reads the methods at the start and when the guard returns to the page, because another tab may have confirmed the session. */
function useConfirmationState(): { shown: Shown; read: () => void } {
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const read = useCallback(() => {
    void call(confirmationState, {}).then(
      ({ data }) => setShown({ kind: 'ready', state: data }),
      (error: unknown) => setShown((last) => (last.kind === 'ready' ? last : { kind: 'failed', failure: toFailure(error) })),
    );
  }, []);
  useEffect(() => {
    read();
    const readWhenVisible = () => {
      if (document.visibilityState === 'visible') read();
    };
    document.addEventListener('visibilitychange', readWhenVisible);
    return () => document.removeEventListener('visibilitychange', readWhenVisible);
  }, [read]);
  return { shown, read };
}

interface StepProps extends Pick<ConfirmationDialogProps, 'onAnswer'> {
  others: ReactNode;
}

/** The form of a step. `proofOf` runs when it is sent. */
function useConfirmForm<Values extends object>(
  rules: Parameters<typeof useRulesForm<Values>>[0],
  defaults: Values,
  proofOf: (values: Values) => Proof,
  onAnswer: StepProps['onAnswer'],
): RulesForm<Values> {
  const confirm = useWrite(confirmSession);
  return useRulesForm(rules, {
    defaults,
    unsaved: null,
    onSubmit: async (values) => {
      const result = await confirm.send(proofOf(values));
      if (result.ok) onAnswer(true);
      return result;
    },
  });
}

function PasswordStep({ onAnswer, others }: StepProps) {
  const form = useConfirmForm(ownPasswordRules, { password: '' }, ({ password }) => ({ by: 'password', password }), onAnswer);
  return (
    <FormDialog form={form} title={TITLE} submit="Confirm" onClose={() => onAnswer(false)}>
      <PasswordField label="Your password" hint={WHY} {...form.bind('password')} />
      {others}
    </FormDialog>
  );
}

const codeKeyboard = { inputMode: 'numeric', autoComplete: 'one-time-code', autoCapitalize: 'none' } as const;

function CodeStep({ onAnswer, others, email, onAgain }: StepProps & { email: string; onAgain: () => Promise<string | null> }) {
  const [said, setSaid] = useState<string | null>(null);
  const proofOf = ({ code }: { code: string }): Proof => {
    setSaid(null);
    return { by: 'code', code };
  };
  const form = useConfirmForm(codeRules, { code: '' }, proofOf, onAnswer);
  const sendAgain = async () => setSaid((await onAgain()) ?? `Another code is on its way to ${email}.`);
  return (
    <FormDialog form={form} title={TITLE} submit="Confirm" onClose={() => onAnswer(false)}>
      <TextField
        label={`Code of ${confirmationLimits.codeLength} digits`}
        hint={`We sent it to ${email}. It is valid for ${confirmationLimits.codeMinutes} minutes.`}
        {...codeKeyboard}
        {...form.bind('code')}
      />
      <Button variant="quiet" onClick={() => void sendAgain()}>
        Send another code
      </Button>
      <Status>{said}</Status>
      {others}
    </FormDialog>
  );
}

function AppStep({ onAnswer, others }: StepProps) {
  const form = useConfirmForm(codeRules, { code: '' }, ({ code }) => ({ by: 'totp', code }), onAnswer);
  return (
    <FormDialog form={form} title={TITLE} submit="Confirm" onClose={() => onAnswer(false)}>
      <TextField label="Code from your authenticator app" hint={WHY} {...codeKeyboard} {...form.bind('code')} />
      {others}
    </FormDialog>
  );
}

function PasskeyButton({ onAnswer }: Pick<ConfirmationDialogProps, 'onAnswer'>) {
  const challenge = useWrite(challengePasskey);
  const confirm = useWrite(confirmSession);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  /** Resolves with the error text, or null. */
  const use = async (): Promise<string | null> => {
    const asked = await challenge.send({});
    if (!asked.ok) return failureText(asked.error, FAILED);
    const outcome = await answerWithPasskey(asked.data.options);
    if (outcome.kind === 'failed') return outcome.message;
    const result = await confirm.send({ by: 'passkey', response: outcome.response });
    return result.ok ? null : failureText(result.error, FAILED);
  };
  const press = async () => {
    setFailed(null);
    setBusy(true);
    const words = await use();
    setBusy(false);
    setFailed(words);
    if (words === null) onAnswer(true);
  };
  return (
    <div className={styles.others}>
      <Button wide variant="secondary" busy={busy} onClick={() => void press()}>
        Use your passkey
      </Button>
      <Status tone="danger">{failed}</Status>
    </div>
  );
}

interface ProviderButtonsProps extends Pick<ConfirmationDialogProps, 'signIn' | 'onAnswer'> {
  offered: readonly Provider[];
}

function ProviderButtons({ offered, signIn, onAnswer }: ProviderButtonsProps) {
  const confirm = useWrite(confirmSession);
  const [busy, setBusy] = useState<Provider | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  if (offered.length === 0) return null;
  const press = async (provider: Provider) => {
    setFailed(null);
    setBusy(provider);
    const outcome = await signIn(provider);
    if (outcome.kind === 'proved') {
      const result = await confirm.send({ by: 'provider', socialType: socialTypes[provider], idToken: outcome.idToken });
      if (result.ok) return onAnswer(true);
      setFailed(failureText(result.error, FAILED));
    } else if (outcome.kind !== 'dismissed') setFailed(outcome.message);
    setBusy(null);
  };
  return (
    <div className={styles.others}>
      {offered.map((provider) => (
        <Button
          key={provider}
          wide
          variant="secondary"
          busy={busy === provider}
          disabled={busy !== null}
          onClick={() => void press(provider)}
        >
          Sign in with {providerNames[provider]} again
        </Button>
      ))}
      <Status tone="danger">{failed}</Status>
    </div>
  );
}

interface ReadyProps extends Pick<ConfirmationDialogProps, 'signIn' | 'onAnswer'> {
  state: State;
}

function Ready({ state, signIn, onAnswer }: ReadyProps) {
  const portal = usePortal();
  const { send, busy } = useWrite(sendConfirmationCode);
  const [isSent, setSent] = useState(state.code !== null);
  const [failed, setFailed] = useState<string | null>(null);
  const has = (by: string) => state.methods.some((method) => method.by === by);
  const offered = providers.filter(
    (provider) => portal.session.canSignInWith(provider) && state.methods.some(({ socialType }) => socialType === socialTypes[provider]),
  );
  const others = (
    <>
      {has('passkey') && <PasskeyButton onAnswer={onAnswer} />}
      <ProviderButtons offered={offered} signIn={signIn} onAnswer={onAnswer} />
    </>
  );
  /** Resolves with the error text, or null. */
  const sendCode = async () => {
    const result = await send({});
    if (result.ok) setSent(true);
    return result.ok ? null : failureText(result.error, FAILED);
  };
  if (has('totp')) return <AppStep onAnswer={onAnswer} others={others} />;
  if (has('password')) return <PasswordStep onAnswer={onAnswer} others={others} />;
  if (isSent) return <CodeStep onAnswer={onAnswer} others={others} email={state.email} onAgain={sendCode} />;
  return (
    <Dialog
      open
      title={TITLE}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          {has('code') && (
            <Button busy={busy} onClick={async () => setFailed(await sendCode())}>
              E-mail me a code
            </Button>
          )}
        </>
      }
    >
      <p>{WHY}</p>
      {has('code') && <p>We can send a code to {state.email}.</p>}
      {!has('code') && !has('passkey') && offered.length === 0 && <p>{NO_METHOD}</p>}
      <Status tone="danger">{failed}</Status>
      {others}
    </Dialog>
  );
}

function Steps({ signIn, onAnswer }: Omit<ConfirmationDialogProps, 'portal'>) {
  const { shown, read } = useConfirmationState();
  const isConfirmed = shown.kind === 'ready' && shown.state.confirmedUntil !== null;
  useEffect(() => {
    if (isConfirmed) onAnswer(true);
  }, [isConfirmed, onAnswer]);
  if (shown.kind === 'ready') return <Ready state={shown.state} signIn={signIn} onAnswer={onAnswer} />;
  return (
    <Dialog open title={TITLE} onClose={() => onAnswer(false)}>
      {shown.kind === 'loading' ? (
        <Spinner />
      ) : (
        <ErrorState title={readFailureText(shown.failure)} detail="What you entered stays." onRetry={read} />
      )}
    </Dialog>
  );
}

/** Confirms the session by one of the guard's methods. Render it while it is open. */
export function ConfirmationDialog({ portal, ...steps }: ConfirmationDialogProps) {
  return (
    <PortalContext value={portal}>
      <Steps {...steps} />
    </PortalContext>
  );
}
