import type { NumberColumn } from '../../platform/identity/encrypted-numbers';

/** Numbers of the documents that guards registered with. */
export const identityNumbers: NumberColumn = { table: 'identity_documents', isUnique: false };
