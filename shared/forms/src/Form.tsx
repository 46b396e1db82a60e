import { Banner } from '@portal/ui/Banner';
import { cx } from '@portal/ui/cx';
import { ErrorSummary } from '@portal/ui/ErrorSummary';
import { PendingFieldContext } from '@portal/ui/PendingFieldContext';
import type { ComponentProps } from 'react';
import styles from './Form.module.css';
import type { RulesForm } from './useRulesForm';

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  form: Pick<RulesForm<object>, 'submit' | 'failure' | 'errors' | 'waitFor'>;
  /** False if the screen shows the failure, or the only field's error, elsewhere. */
  summary?: boolean;
}

/** Renders the `<form>` of a `useRulesForm`: errors first, then the fields. */
export function Form({ form, summary = true, className, children, ...rest }: FormProps) {
  return (
    <form {...rest} noValidate onSubmit={form.submit} className={cx(styles.form, className)}>
      {summary && <ErrorSummary errors={form.errors} />}
      {summary && form.failure && <Banner kind="error">{form.failure}</Banner>}
      <PendingFieldContext value={form.waitFor}>{children}</PendingFieldContext>
    </form>
  );
}
