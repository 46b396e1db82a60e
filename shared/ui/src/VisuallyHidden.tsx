import type { ComponentProps } from 'react';
import styles from './VisuallyHidden.module.css';

/** For screen readers alone. */
export const VisuallyHidden = (props: Omit<ComponentProps<'span'>, 'className'>) => <span {...props} className={styles.hidden} />;
