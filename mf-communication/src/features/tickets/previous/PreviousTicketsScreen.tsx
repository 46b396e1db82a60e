import { copy } from '@portal/contracts/_kernel/copy';
import type { Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketLabels } from '@portal/contracts/tickets/tickets.rules';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Link, useSearchParams } from '@portal/mf-kit/router';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Card, cardLink } from '@portal/ui/Card';
import { Icon } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import { StatusChip } from '@portal/ui/StatusChip';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useTickets } from '../tickets.queries';
import { pictureCountText } from '../ticketText';
import styles from './PreviousTickets.module.css';

function TicketCard({ ticket: { id, ticketTitle, ticketDate, jobId, images, response } }: { ticket: Ticket }) {
  return (
    <Card as="li" interactive className={styles.card}>
      <h2 className={styles.title}>
        <Link className={`${cardLink} ${styles.link}`} to={ticketsPaths.detail({ id })}>
          {ticketTitle}
        </Link>
      </h2>
      <UtcAndLocal instant={ticketDate} format="slashedDate" className={styles.date} />
      <p className={styles.job}>{jobId.jobTitle}</p>
      <p className={styles.file}>
        <Icon name="note" size={18} />
        <span>{ticketLabels.reportFile}</span>
        <span className={styles.count}>{pictureCountText(images.length)}</span>
        {response.length > 0 && <StatusChip tone="success">Answered</StatusChip>}
      </p>
    </Card>
  );
}

/** The guard's tickets as cards, latest first. */
export function PreviousTicketsScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  return (
    <div className={styles.screen}>
      <PageHeader title={ticketLabels.previousTickets} back={{ label: 'Support', href: ticketsPaths.support() }} />
      <PagedList
        query={useTickets(page)}
        page={page}
        linkTo={(to) => ticketsPaths.previous({ page: pageForUrl(to) })}
        counted={['ticket', 'tickets']}
        failed="Your tickets could not be loaded"
        loading={{ shape: 'card', count: 3, label: 'Loading your tickets' }}
        empty={{
          icon: 'support',
          title: copy.noDataFoundElsewhere,
          why: 'Tickets you send appear here, with our replies.',
          action: (
            <ButtonLink href={ticketsPaths.report()} onNavigate={portal.navigate}>
              Report an issue
            </ButtonLink>
          ),
        }}
      >
        {(tickets) => (
          <ul className={styles.list}>
            {tickets.map((ticket) => (
              <TicketCard key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
