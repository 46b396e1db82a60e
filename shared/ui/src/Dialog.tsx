import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { cx } from './cx';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton';

export interface DialogProps {
  open: boolean;
  /** Called for Escape, the close button, a tap outside and the phone's back gesture. The owner decides whether to close. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot, the safe one first. */
  actions?: ReactNode;
  /** The id of an element inside that is announced after the title. */
  describedBy?: string | undefined;
  wide?: boolean | undefined;
  role?: 'alertdialog' | undefined;
  className?: string | undefined;
}

// The browser would focus the close button. Instead: the element with the attribute, or else the first field, or else the title.
const FOCUS_BEGINS = ['[data-autofocus]', ':is(input, select, textarea):not([type=hidden], [tabindex="-1"], :disabled)', 'h2'];

function show(dialog: HTMLDialogElement) {
  dialog.showModal();
  const [first] = FOCUS_BEGINS.flatMap((selector) => dialog.querySelector<HTMLElement>(selector) ?? []);
  first?.focus();
}

// A separate component, so that its effect ends before the element leaves the page. Only then can the dialog restore the focus.
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

  const requestClose = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  // A second consecutive Escape closes a dialog without a cancel event. The dialog is reopened, and the owner is asked as usual.
  const onNativeClose = (event: SyntheticEvent<HTMLDialogElement>) => {
    const dialog = event.currentTarget;
    if (event.target !== dialog || dialog.open || leaving.current) return;
    show(dialog);
    onClose();
  };
  return (
    <dialog
      ref={ref}
      role={role}
      // A question does not close on a tap outside.
      closedby={role === 'alertdialog' ? 'closerequest' : 'any'}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={requestClose}
      onClose={onNativeClose}
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
 * The browser's modal dialog: it traps focus, is above everything and restores focus. `data-autofocus` marks the first focus. On a phone it
 * is a sheet at the bottom. Its content exists only while it is open.
 */
export const Dialog = ({ open, ...modal }: DialogProps) => (open ? <Modal {...modal} /> : null);
