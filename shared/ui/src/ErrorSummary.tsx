import styles from './ErrorSummary.module.css';
import { focusField } from './focusField';
import { onPlainClick } from './plainClick';

export interface FieldError {
  /** The id of the control or of its fieldset. */
  id: string;
  label?: string | undefined;
  message: string;
}

export interface ErrorSummaryProps {
  errors: readonly FieldError[];
  title?: string;
}

/** All invalid fields, each with a link to its field. Renders nothing without errors. */
export function ErrorSummary({ errors, title = 'There is a problem' }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  return (
    <div role="alert" className={styles.summary}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {errors.map(({ id, label, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={onPlainClick(() => focusField(id))} className={styles.link}>
              {label ? `${label}: ${message}` : message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
