import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { daysBetween } from '@portal/contracts/documents/documents.expiry';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Checkbox } from '@portal/ui/Checkbox';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { Icon } from '@portal/ui/Icon';
import { Pictures } from '@portal/ui/Pictures';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from '../Documents.module.css';
import { ExpiryChip } from '../timeline/ExpiryChip';
import table from './DocumentsTable.module.css';

interface DocumentsTableProps {
  documents: readonly GuardDocument[];
  /** The civil date in Toronto; null until it is known. */
  today: string | null;
  selected: ReadonlySet<string>;
  onSelect(ids: readonly string[], isSelected: boolean): void;
  onDelete(documents: readonly GuardDocument[], isSelected: boolean): void;
}

const pictureOf = ({ file, documentType }: GuardDocument) => ({
  key: file,
  name: documentType,
  show: (how: 'small' | 'whole') => (
    <SessionImage filename={file} alt={how === 'whole' ? documentType : ''} fallback={<Icon name="note" size={28} />} />
  ),
});

/** The guard's documents as a table; on a phone as cards. */
export function DocumentsTable({ documents, today, selected, onSelect, onDelete }: DocumentsTableProps) {
  const chosen = documents.filter(({ id }) => selected.has(id));
  const columns: readonly Column<GuardDocument>[] = [
    {
      key: 'select',
      header: 'Select',
      className: table.select,
      render: ({ id, documentType }) => (
        <Checkbox
          label={<VisuallyHidden>Select {documentType}</VisuallyHidden>}
          checked={selected.has(id)}
          onChange={({ target }) => onSelect([id], target.checked)}
        />
      ),
    },
    { key: 'type', header: 'Document', isRowHeader: true, className: table.type, render: ({ documentType }) => documentType },
    {
      key: 'number',
      header: 'Number',
      className: table.number,
      render: ({ documentNumber }) => <span className={styles.number}>{documentNumber}</span>,
    },
    {
      key: 'expiry',
      header: 'Expiry date',
      className: table.expiry,
      render: ({ expiryDate }) => (
        <span className={styles.expiry}>
          {daySlashMonthSlashYear(expiryDate)}
          {today !== null && <ExpiryChip daysLeft={daysBetween(today, expiryDate)} />}
        </span>
      ),
    },
    {
      key: 'picture',
      header: 'Picture',
      className: table.picture,
      render: (document) =>
        document.file ? (
          <div className={styles.picture}>
            <Pictures label={`Picture: ${document.documentType}`} pictures={[pictureOf(document)]} />
          </div>
        ) : (
          'None yet'
        ),
    },
    {
      key: 'action',
      header: 'Action',
      className: table.action,
      render: (document) => (
        <div className={styles.actions}>
          <ButtonLink
            small
            variant="secondary"
            href={documentsPaths.edit({ id: document.id })}
            aria-label={`Edit: ${document.documentType}`}
          >
            Edit
          </ButtonLink>
          <Button small variant="quiet" aria-label={`Delete: ${document.documentType}`} onClick={() => onDelete([document], false)}>
            Delete
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <div className={styles.bulk}>
        <Checkbox
          label="Select all"
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < documents.length;
          }}
          checked={chosen.length === documents.length}
          onChange={({ target }) =>
            onSelect(
              documents.map(({ id }) => id),
              target.checked,
            )
          }
        />
        <Button small variant="danger" disabled={chosen.length === 0} onClick={() => onDelete(chosen, true)}>
          {chosen.length > 0 ? `Delete selected (${chosen.length})` : 'Delete selected'}
        </Button>
      </div>
      <DataTable caption="My documents" columns={columns} rows={documents} rowKey={({ id }) => id} className={table.table} />
    </>
  );
}
