import { quantity } from '@portal/contracts/_kernel/formats';
import { dataCategories } from '@portal/contracts/privacy/privacy.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import styles from './Privacy.module.css';
import { useStoredData } from './privacy.queries';

/** The stored data with its amount and purpose. */
export function StoredDataSummary() {
  return (
    <section className={styles.block} aria-labelledby="privacy-held">
      <h3 id="privacy-held" tabIndex={-1}>
        What we store about you
      </h3>
      <QueryView
        query={useStoredData()}
        failed="Your stored information could not be loaded"
        loading={{ shape: 'rows', count: 5, label: 'Loading what we store' }}
      >
        {({ categories }) => (
          <ul className={styles.held}>
            {categories
              .filter(({ id }) => id in dataCategories)
              .map(({ id, count }) => (
                <li key={id}>
                  <strong>{dataCategories[id].name}</strong>
                  <span className={styles.count}>{count === 0 ? 'None' : quantity(count)}</span>
                  <span className={styles.quiet}>{dataCategories[id].why}</span>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
