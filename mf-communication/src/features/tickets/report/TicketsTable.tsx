import { copy } from '@portal/contracts/_kernel/copy';
import type { Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketLabels } from '@portal/contracts/tickets/tickets.rules';
import { PagedList } from '@portal/mf-kit/PagedList';
import { Link } from '@portal/mf-kit/router';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useEffect, useId, useRef } from 'react';
import { Thumbnails } from '../Thumbnails';
import { useTickets, useUnsentTickets } from '../tickets.queries';
import styles from './ReportIssue.module.css';

const columns: Column<Ticket>[] = [
  { key: 'title', header: ticketLabels.ticketTitle, isRowHeader: true, render: ({ ticketTitle }) => ticketTitle },
  { key: 'job', header: ticketLabels.jobTitle, render: ({ jobId }) => jobId.jobTitle },
  {
    key: 'date',
    header: ticketLabels.date,
    render: ({ ticketDate }) => <UtcAndLocal instant={ticketDate} format="date" />,
  },
  { key: 'images', header: ticketLabels.attachment, render: ({ images }) => <Thumbnails filenames={images} /> },
  {
    key: 'action',
    header: 'Action',
    render: ({ id, ticketTitle }) => (
      <Link className={styles.whole} to={ticketsPaths.detail({ id })} aria-label={`${copy.viewMore}: ${ticketTitle}`}>
        {copy.viewMore}
      </Link>
    ),
  },
];

function Unsent() {
  const waiting = useUnsentTickets();
  if (waiting.length === 0) return null;
  return (
    <ul className={styles.waiting} aria-label="Not sent yet">
      {waiting.map(({ key, what, state, failure }) => (
        <li key={key}>
          <strong>{what}</strong>
          <span>
            {state === 'failed'
              ? `: ${failure?.userMessage ?? 'it was not accepted'}`
              : state === 'sending'
                ? ' is being sent.'
                : ' is saved on this device and not sent yet.'}
          </span>
        </li>
      ))}
    </ul>
  );
}

export interface TicketsTableProps {
  page: number;
  linkTo(page: number): string;
  /** The number of tickets sent since the screen was opened. */
  sent: number;
}

/** The guard's tickets, ten a page, as a table; on a phone as cards. */
export function TicketsTable({ page, linkTo, sent }: TicketsTableProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form starts again after sending. The focus moves here, where the new ticket is listed.
  useEffect(() => {
    if (sent > 0) heading.current?.focus();
  }, [sent]);
  return (
    <section aria-labelledby={id} className={styles.before}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        {ticketLabels.previousTickets}
      </h2>
      <Unsent />
      <PagedList
        query={useTickets(page)}
        page={page}
        linkTo={linkTo}
        counted={['ticket', 'tickets']}
        failed="Your tickets could not be loaded"
        loading={{ shape: 'rows', count: 3, label: 'Loading your tickets' }}
        empty={{ icon: 'support', title: copy.noDataFoundElsewhere, why: 'Tickets you send appear here, with our replies.' }}
      >
        {(tickets) => <DataTable caption={ticketLabels.previousTickets} columns={columns} rows={tickets} rowKey={({ id }) => id} />}
      </PagedList>
    </section>
  );
}
