import type { Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketLabels, ticketTypes } from '@portal/contracts/tickets/tickets.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import { useParams } from '@portal/mf-kit/router';
import { StoredPictures } from '@portal/mf-kit/StoredPictures';
import { Bubble, BubbleText } from '@portal/ui/Bubble';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Card } from '@portal/ui/Card';
import { cx } from '@portal/ui/cx';
import { KeyValue } from '@portal/ui/KeyValue';
import { withKeys } from '@portal/ui/keyed';
import { PageHeader } from '@portal/ui/PageHeader';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useTicket } from '../tickets.queries';
import styles from './TicketDetail.module.css';

/** The guard's text and pictures, then the answers of staff, oldest first. */
function Conversation({ ticket: { description, images, imageNames, response } }: { ticket: Ticket }) {
  return (
    <section aria-labelledby="conversation" className={styles.part}>
      <h2 id="conversation" className={styles.heading}>
        Conversation
      </h2>
      <ol className={styles.messages} aria-labelledby="conversation">
        <li className={cx(styles.message, styles.own)}>
          <p className={styles.sender}>You</p>
          <Bubble own className={styles.bubble}>
            <BubbleText>{description}</BubbleText>
            {images.length === 0 && <p className={styles.none}>{ticketLabels.noImage}</p>}
            <StoredPictures label={ticketLabels.attachment} filenames={images} labelPrefix={null} names={imageNames} />
          </Bubble>
        </li>
        {withKeys(response, ({ response: words, at }) => `${at} ${words}`).map(({ key, row: { response: words, at } }) => (
          <li key={key} className={styles.message}>
            <p className={styles.sender}>Guard Portal team</p>
            <Bubble>
              <BubbleText>{words}</BubbleText>
            </Bubble>
            {at && <UtcAndLocal instant={at} format="dateTime" className={styles.when} />}
          </li>
        ))}
      </ol>
      {response.length === 0 && <p className={styles.none}>We have not replied yet. We will notify you when we do.</p>}
    </section>
  );
}

export function TicketDetailScreen() {
  const { id = '' } = useParams();
  return (
    <div className={styles.screen}>
      <PageHeader title="Ticket Detail" back={{ label: 'Back', href: ticketsPaths.report() }} className={styles.head} />
      <QueryView
        query={useTicket(id)}
        notFoundIsAnswer
        notFoundAction={<ButtonLink href={ticketsPaths.previous()}>Previous Tickets</ButtonLink>}
        failed="The ticket could not be loaded"
        loading={{ shape: 'card', label: 'Loading the ticket' }}
      >
        {(ticket) => (
          <>
            <Card>
              <KeyValue
                className={styles.facts}
                items={[
                  { label: ticketLabels.ticketTitle, value: ticket.ticketTitle },
                  { label: ticketLabels.jobTitle, value: ticket.jobId.jobTitle },
                  { label: 'Ticket type', value: ticketTypes[ticket.ticketType] },
                  { label: 'Ticket date', value: <UtcAndLocal instant={ticket.ticketDate} format="dateTime" className={styles.date} /> },
                ]}
              />
            </Card>
            <Conversation ticket={ticket} />
            <p className={styles.more}>
              <ButtonLink
                variant="secondary"
                href={ticketsPaths.report({ type: ticket.ticketType, job: ticket.jobId.id, title: ticket.ticketTitle })}
              >
                Write more about this
              </ButtonLink>
            </p>
          </>
        )}
      </QueryView>
    </div>
  );
}
