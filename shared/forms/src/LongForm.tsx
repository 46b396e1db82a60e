import { Form, type FormProps } from './Form';
import styles from './LongForm.module.css';

/** A form of several cards with a `SaveBar` at its foot. */
export const LongForm = (props: Omit<FormProps, 'className'>) => <Form {...props} className={styles.form} />;
