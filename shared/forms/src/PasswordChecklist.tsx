import { normaliseFreeText } from '@portal/contracts/_kernel/normalise';
import { passwordParts } from '@portal/contracts/auth/auth.passwords';
import { Icon } from '@portal/ui/Icon';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from './PasswordChecklist.module.css';

/** Lists the requirements of a new password and marks those that are met. */
export function PasswordChecklist({ password, parts = passwordParts }: { password: string; parts?: typeof passwordParts }) {
  return (
    <ul className={styles.list} aria-label="Your password needs">
      {parts.map(({ id, label, test }) => {
        const isMet = test.test(normaliseFreeText(password));
        return (
          <li key={id} className={isMet ? styles.met : styles.open}>
            <Icon name={isMet ? 'check' : 'minus'} size={18} />
            {label}
            <VisuallyHidden>{isMet ? ' (done)' : ' (missing)'}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}
