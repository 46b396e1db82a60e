import { listFactors } from '@portal/contracts/auth/auth.factors';
import { listSessions } from '@portal/contracts/auth/auth.sessions';
import { contactChanges, emailProof } from '@portal/contracts/guards/guards.contacts.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { guard } from './guard';
import { mockEndpoint } from './mockEndpoint';
import { mockPrivacy } from './privacy';

/** Replies to all calls of /setting. A test replaces those that it is about. */
export function mockSettings(): void {
  mockPrivacy();
  mockEndpoint(profile, { guard: guard() });
  mockEndpoint(contactChanges, []);
  mockEndpoint(emailProof, { isProven: true });
  mockEndpoint(listSessions, []);
  mockEndpoint(listFactors, []);
}
