import type { Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketLabels, ticketTypes } from '@portal/contracts/tickets/tickets.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import { useParams } from '@portal/mf-kit/router';
import { StoredPictures } from '@portal/mf-kit/StoredPictures';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { keyed } from '@portal/ui/keyed';
import { PageHeader } from '@portal/ui/PageHeader';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useTicket } from '../tickets.queries';
import styles from './TicketDetail.module.css';

/** What staff answered, oldest first. */
function Answers({ response }: Pick<Ticket, 'response'>) {
  return (
    <section aria-labelledby="answers" className={styles.part}>
      <h2 id="answers" className={styles.heading}>
        Our answers
      </h2>
      {response.length === 0 && <p className={styles.none}>We have not answered yet. You will be told when we do.</p>}
      <ol className={styles.answers} aria-labelledby="answers">
        {keyed(response, ({ response: words, at }) => `${at} ${words}`).map(({ key, row: { response: words, at } }) => (
          <Card as="li" key={key}>
            <p className={styles.words}>{words}</p>
            {at && <UtcAndLocal instant={at} format="dateTime" className={styles.when} />}
          </Card>
        ))}
      </ol>
    </section>
  );
}

function Pictures({ images, imageNames }: Pick<Ticket, 'images' | 'imageNames'>) {
  return (
    <section aria-labelledby="pictures" className={styles.part}>
      <h2 id="pictures" className={styles.heading}>
        {ticketLabels.attachment}
      </h2>
      {images.length === 0 && <p className={styles.none}>{ticketLabels.noImage}</p>}
      <StoredPictures label={ticketLabels.attachment} filenames={images} called={null} names={imageNames} />
    </section>
  );
}

/** One ticket as it was sent, with what staff answered. */
export function TicketDetailScreen() {
  const { id = '' } = useParams();
  return (
    <div className={styles.screen}>
      <PageHeader title="Ticket Detail" back={{ label: 'Back', href: ticketsPaths.report() }} />
      <QueryView
        query={useTicket(id)}
        mayBeGone
        failed="The ticket could not be loaded"
        loading={{ shape: 'card', label: 'Loading the ticket' }}
      >
        {({ ticketTitle, ticketType, description, ticketDate, jobId, images, imageNames, response }) => (
          <>
            <Card>
              <KeyValue
                items={[
                  { label: ticketLabels.ticketTitle, value: ticketTitle },
                  { label: ticketLabels.jobTitle, value: jobId.jobTitle },
                  { label: 'Ticket type', value: ticketTypes[ticketType] },
                  { label: 'Ticket date', value: <UtcAndLocal instant={ticketDate} format="dateTime" className={styles.date} /> },
                  { label: 'Description', value: <span className={styles.words}>{description}</span> },
                ]}
              />
            </Card>
            <Answers response={response} />
            <Pictures images={images} imageNames={imageNames} />
          </>
        )}
      </QueryView>
    </div>
  );
}
