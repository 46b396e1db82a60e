import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import { sizeText } from '@portal/ui/sizeText';
import { formatDeviceTime } from '../platform/deviceTime';

/** `1 not sent, 2 waiting to be sent`; empty when there is nothing to say. */
export function countText(told: readonly WriteEntry[]): string {
  const waits = told.filter(isUnsent).length;
  const failed = told.length - waits;
  return [failed > 0 ? `${failed} not sent` : '', waits > 0 ? `${waits} waiting to be sent` : ''].filter(Boolean).join(', ');
}

/** The same where there is little room: what matters most, in the first words of `countWords`. */
export const shortText = (told: readonly WriteEntry[]): string => countText(told).replace(/,.*| to be sent/, '');

/** How an entry stands, in words that never claim more than the server confirmed. */
export function stateText({ state, createdAt, sentAt, bytes, progress, failure, expired }: WriteEntry, now: Date): string {
  const made = formatDeviceTime(createdAt, now);
  const size = bytes ? sizeText(bytes) : null;
  if (state === 'sent') return `Sent ${formatDeviceTime(sentAt ?? createdAt, now)}`;
  if (state === 'sending') return size ? `Sending… ${Math.floor((progress ?? 0) * 100)} % of ${size}` : 'Sending…';
  if (state === 'on device' && failure?.reason === 'confirmation')
    return 'Waiting for you to confirm that it is you. Press Retry to do it now.';
  if (state === 'on device') return `On this device since ${made}${size ? `, ${size}` : ''}`;
  return expired ? (failure?.userMessage ?? '') : `Not sent. ${failure?.userMessage ?? ''}`;
}
