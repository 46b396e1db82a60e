import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { cx } from './cx';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton';

export interface DialogProps {
  open: boolean;
  /** Escape, the close button, a tap beside it and the phone's back gesture ask for it. The owner decides. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot: the safe one first. */
  actions?: ReactNode;
  /** Read out after the title; give the id of a text inside. */
  describedBy?: string | undefined;
  wide?: boolean | undefined;
  role?: 'alertdialog' | undefined;
  className?: string | undefined;
}

// Never the close button, where the browser would begin: what asks for it, else the first field, else the title.
const FOCUS_BEGINS = ['[data-autofocus]', ':is(input, select, textarea):not([type=hidden], [tabindex="-1"], :disabled)', 'h2'];

function show(dialog: HTMLDialogElement) {
  dialog.showModal();
  const [first] = FOCUS_BEGINS.flatMap((selector) => dialog.querySelector<HTMLElement>(selector) ?? []);
  first?.focus();
}

// A component of its own, so that its effect ends before the element leaves the page: only then can the dialog give the focus back.
function Modal({ onClose, title, children, actions, describedBy, wide, role, className }: Omit<DialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    leaving.current = false;
    show(dialog);
    return () => {
      leaving.current = true;
      dialog.close();
    };
  }, []);

  const ask = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  // A second Escape in a row closes without asking: it is shown again, and the owner is asked as ever.
  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    const dialog = event.currentTarget;
    if (event.target !== dialog || dialog.open || leaving.current) return;
    show(dialog);
    onClose();
  };
  return (
    <dialog
      ref={ref}
      role={role}
      // A question waits for its answer.
      closedby={role === 'alertdialog' ? 'closerequest' : 'any'}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={ask}
      onClose={closed}
      className={cx(styles.dialog, wide && styles.wide, className)}
    >
      <div className={styles.header}>
        <h2 id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      {children && <div className={styles.body}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
}

/**
 * The browser's own modal dialog: it traps focus, lies above everything and gives focus back. `data-autofocus` marks where focus begins.
 * A sheet from below on a phone. Its content exists only while it is open.
 */
export const Dialog = ({ open, ...modal }: DialogProps) => (open ? <Modal {...modal} /> : null);
