import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { cx } from './cx';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton';

export interface DialogProps {
  open: boolean;
  /** Escape, the close button and the phone's back gesture ask for it. The owner decides. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  /** Read out after the title; give the id of a text inside. */
  describedBy?: string | undefined;
  wide?: boolean | undefined;
  role?: 'alertdialog' | undefined;
  className?: string | undefined;
}

// Never the close button, where the browser would begin: what asks for it, else the first field, else the title.
const FOCUS_BEGINS = ['[data-autofocus]', ':is(input, select, textarea):not([type=hidden], [tabindex="-1"], :disabled)', 'h2'];

/**
 * The browser's own modal dialog: it traps focus, lies above everything and gives focus back. `data-autofocus` marks where focus begins.
 * A sheet from below on a phone. Its content exists only while it is open.
 */
export function Dialog({ open, onClose, title, children, actions, describedBy, wide, role, className }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    const [first] = FOCUS_BEGINS.flatMap((selector) => dialog.querySelector<HTMLElement>(selector) ?? []);
    first?.focus();
    return () => dialog.close();
  }, [open]);

  if (!open) return null;
  const refuse = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={refuse}
      className={cx(styles.dialog, wide && styles.wide, className)}
    >
      <header className={styles.header}>
        <h2 id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  );
}
