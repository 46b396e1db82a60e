import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { documentNumbers } from '../src/domains/documents/document-numbers.columns';
import { encryptNumber } from '../src/platform/identity/encrypted-numbers';
import { demo, demoLicenceDays } from './demo';
import { seedId } from './random';
import { bytea, type Connection, insert } from './rows';

/** Documents by the days until their end, and the last reminder that the demo guard has received. */
const documents = [
  { documentType: 'Drivers license', documentNumber: '482910375', days: 75, told: 90 },
  { documentType: 'Canadian passport', documentNumber: '610284', days: 410, told: null },
] as const;

function numberColumns(documentNumber: string) {
  const { keyId, sealed, hash } = encryptNumber(documentNumbers, demo.id, documentNumber);
  return { number_key_id: keyId, number_sealed: bytea(sealed), number_hash: bytea(hash) };
}

/** Two documents of the demo guard, and a licence that ends in some weeks, so that the timeline has entries. */
export async function seedDocuments(connection: Connection, now: Date): Promise<void> {
  const today = torontoDate(now);
  const rows = documents.map(({ documentType, documentNumber, days, told }, at) => ({
    row: {
      id: seedId('guard-document', at),
      guard_id: demo.id,
      document_type: documentType,
      ...numberColumns(documentNumber),
      expiry_date: addDays(today, days),
      // Seeded documents have no picture.
      file: '',
      created_at: new Date(now.getTime() - (200 - at) * 86_400_000).toISOString(),
    },
    told,
  }));
  await insert(
    connection,
    'guard_documents',
    rows.map(({ row }) => row),
  );
  const reminders = rows.flatMap(({ row, told }) =>
    told === null ? [] : [{ document_id: row.id, expiry_date: row.expiry_date, days_before: told }],
  );
  await insert(
    connection,
    'expiry_reminders',
    [{ document_id: null, expiry_date: addDays(today, demoLicenceDays), days_before: 30 } as const, ...reminders].map((reminder) => ({
      ...reminder,
      guard_id: demo.id,
      told_at: now.toISOString(),
    })),
  );
}
