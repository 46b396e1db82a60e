import type { NumberColumn } from '../../platform/identity/encrypted-numbers';

/** Numbers of the documents in My Documents. */
export const documentNumbers: NumberColumn = { table: 'guard_documents', isUnique: true };
