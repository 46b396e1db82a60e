import { ticketLabels } from '@portal/contracts/tickets/tickets.rules';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Icon } from '@portal/ui/Icon';
import styles from './Thumbnails.module.css';

const SHOWN = 3;

/** The first pictures of a ticket, and the number of further ones. */
export function Thumbnails({ filenames }: { filenames: readonly string[] }) {
  if (filenames.length === 0) return ticketLabels.noImage;
  const rest = filenames.length - SHOWN;
  return (
    <span className={styles.row}>
      {filenames.slice(0, SHOWN).map((filename, index) => (
        <span key={filename} className={styles.thumbnail}>
          <SessionImage filename={filename} alt={`Picture ${index + 1}`} whenSeen fallback={<Icon name="camera" size={18} />} />
        </span>
      ))}
      {rest > 0 && <span className={styles.more}>+{rest}</span>}
    </span>
  );
}
