import type { Injury } from '@portal/contracts/injuries/injuries.endpoints';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { QueryView } from '@portal/mf-kit/QueryView';
import { useParams } from '@portal/mf-kit/router';
import { StoredPictures } from '@portal/mf-kit/StoredPictures';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { withKeys } from '@portal/ui/keyed';
import { PageHeader } from '@portal/ui/PageHeader';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useInjury } from '../injuries.queries';
import styles from './InjuryDetail.module.css';

function Answers({ response }: Pick<Injury, 'response'>) {
  if (response.length === 0) return <p className={styles.none}>We have not replied yet. We will notify you when we do.</p>;
  return (
    <ul className={styles.answers} aria-label="Responses">
      {withKeys(response, ({ title, at }) => `${title} ${at}`).map(({ key, row: { title, description, at } }) => (
        <Card as="li" key={key}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.words}>{description}</p>
          {at && <UtcAndLocal instant={at} format="dateTime" className={styles.at} />}
        </Card>
      ))}
    </ul>
  );
}

function Detail({ injury }: { injury: Injury }) {
  const { title, jobId, createdAt, description, files, response } = injury;
  return (
    <>
      <Card>
        <KeyValue
          items={[
            { label: 'Title', value: title },
            { label: 'Job Title', value: jobId.jobTitle },
            { label: 'Created Date', value: <UtcAndLocal instant={createdAt} format="dateTime" className={styles.date} /> },
            { label: 'Description', value: <span className={styles.words}>{description}</span> },
          ]}
        />
      </Card>
      <section aria-labelledby="injury-pictures">
        <h2 id="injury-pictures" className={styles.heading}>
          Pictures
        </h2>
        <StoredPictures label="Pictures" filenames={files} />
      </section>
      <section aria-labelledby="injury-responses">
        <h2 id="injury-responses" className={styles.heading}>
          Responses
        </h2>
        <Answers response={response} />
      </section>
    </>
  );
}

export function InjuryDetailScreen() {
  const { id = '' } = useParams();
  return (
    <div className={styles.screen}>
      <PageHeader title="Injury Detail" back={{ label: 'Back', href: injuriesPaths.previous() }} />
      <QueryView
        query={useInjury(id)}
        failed="This injury report could not be loaded"
        notFoundIsAnswer
        notFoundAction={<ButtonLink href={injuriesPaths.previous()}>Previous Injuries</ButtonLink>}
        loading={{ shape: 'card', count: 2, label: 'Loading the injury report' }}
      >
        {(injury) => <Detail injury={injury} />}
      </QueryView>
    </div>
  );
}
