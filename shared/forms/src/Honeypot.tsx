import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import type { ComponentProps } from 'react';
import styles from './Honeypot.module.css';

/** A hidden field that people never fill in, but bots do. In a form: `{...form.bind(HONEYPOT)}`. */
export function Honeypot({ error: _, ...input }: ComponentProps<'input'> & { error?: string | undefined }) {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input name={HONEYPOT} {...input} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
