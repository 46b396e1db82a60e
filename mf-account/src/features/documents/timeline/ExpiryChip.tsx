import { daysText } from '@portal/contracts/documents/documents.expiry';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';

/** From this number of days the chip has a colour. */
const NEAR_DAYS = 60;
const URGENT_DAYS = 14;

export const toneOf = (daysLeft: number): Tone => (daysLeft <= URGENT_DAYS ? 'danger' : daysLeft <= NEAR_DAYS ? 'warning' : 'success');

/**
 * The remaining validity in words; the colour is redundant. Renders nothing while the expiry is more than 60 days away, unless `always`.
 */
export function ExpiryChip({ daysLeft, always = false }: { daysLeft: number; always?: boolean }) {
  if (!always && daysLeft > NEAR_DAYS) return null;
  return <StatusChip tone={toneOf(daysLeft)}>{`${daysLeft < 0 ? 'Ended' : 'Ends'} ${daysText(daysLeft)}`}</StatusChip>;
}
