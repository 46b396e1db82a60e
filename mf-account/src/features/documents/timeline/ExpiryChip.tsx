import { daysText } from '@portal/contracts/documents/documents.expiry';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';

/** From so many days before on it is worth a colour. */
const SOON = 60;
const URGENT = 14;

export const toneOf = (daysLeft: number): Tone => (daysLeft <= URGENT ? 'danger' : daysLeft <= SOON ? 'warning' : 'success');

/** How long something is still valid, in words; the colour only helps. Nothing while that is far away. */
export function ExpiryChip({ daysLeft, always = false }: { daysLeft: number; always?: boolean }) {
  if (!always && daysLeft > SOON) return null;
  return <StatusChip tone={toneOf(daysLeft)}>{`${daysLeft < 0 ? 'Ended' : 'Ends'} ${daysText(daysLeft)}`}</StatusChip>;
}
