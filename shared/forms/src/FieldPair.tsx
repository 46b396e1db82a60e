import type { ReactNode } from 'react';
import styles from './Fields.module.css';

/** Two fields side by side where there is room for them. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;
