import { type ReactNode, useId } from 'react';
import { cx } from './cx';
import styles from './Field.module.css';

/** The properties of every field. Callers may pass `undefined`. */
export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds "(optional)" to the label. Other fields are required. */
  optional?: boolean | undefined;
  /** Hides the label visually, for places where the context shows the same text. */
  hideLabel?: boolean | undefined;
}

/** Attributes that connect a control to its label, hint and error. Spread them on the control. */
export interface ControlWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export const errorId = (id: string) => `${id}-error`;
export const hintId = (id: string) => `${id}-hint`;

export function wiring(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>): ControlWiring {
  const describedBy = cx(error && errorId(id), Boolean(hint) && hintId(id));
  return { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined };
}

export function FieldLabel({ label, optional }: Pick<FieldTexts, 'label' | 'optional'>) {
  return (
    <>
      {label}
      {optional && <span className={styles.optional}> (optional)</span>}
    </>
  );
}

export function FieldNotes({ id, hint, error }: { id: string } & Pick<FieldTexts, 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p className={styles.hint} id={hintId(id)}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={errorId(id)}>
          {error}
        </p>
      )}
    </>
  );
}

export interface FieldProps extends FieldTexts {
  id?: string | undefined;
  className?: string | undefined;
  children: (control: ControlWiring & { className: string }) => ReactNode;
}

/** A label above one control, with a connected hint and error. */
export function Field({ id: given, label, hint, error, optional, hideLabel, className, children }: FieldProps) {
  const generated = useId();
  const id = given ?? generated;
  return (
    <div className={cx(styles.field, error && styles.failing, className)}>
      <label className={hideLabel ? styles.hidden : styles.label} htmlFor={id}>
        <FieldLabel label={label} optional={optional} />
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
      {children({ ...wiring(id, { hint, error }), className: styles.control ?? '' })}
    </div>
  );
}

export interface FieldGroupProps extends FieldTexts {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A fieldset for several controls that answer one question. */
export function FieldGroup({ id, label, hint, error, optional, hideLabel, className, children }: FieldGroupProps) {
  return (
    <fieldset
      id={id}
      className={cx(styles.field, styles.group, error && styles.failing, className)}
      aria-describedby={wiring(id, { hint, error })['aria-describedby']}
    >
      <legend className={hideLabel ? styles.hidden : styles.label}>
        <FieldLabel label={label} optional={optional} />
      </legend>
      <FieldNotes id={id} hint={hint} error={error} />
      {children}
    </fieldset>
  );
}
