import { randomInt, randomUUID } from 'node:crypto';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { makeGuard } from '@portal/contracts/guards/guards.staff';
import { type OnboardingStep, stepOrder } from '@portal/contracts/onboarding/onboarding.rules';
import { transaction } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { fail } from '../../platform/http/errors';
import { hashPassword } from '../../platform/identity/passwords';
import * as earnings from '../earnings/earnings.service';
import { guard, guardForStaff, guardNamed } from '../guards/guards.service';
import { deleteAllFiles } from '../media/media.service';
import { holdWithJobs } from '../shifts/shifts.service';
import { deleteTestGuard, insertTestGuard, type NewGuard } from './test-guards.repository';

const order: readonly OnboardingStep[] = [...stepOrder, 'done'];

function upTo(step: OnboardingStep): Omit<NewGuard, 'email' | 'passwordHash' | 'firstName' | 'lastName' | 'licenceUntil'> {
  const passed = (earlier: OnboardingStep) => order.indexOf(step) > order.indexOf(earlier);
  return {
    licenseNumber: passed('licence') ? '12345678' : null,
    privacy: passed('privacy'),
    terms: passed('terms'),
    agreement: passed('agreement'),
    otp: passed('otp'),
    document: passed('registration'),
    speciality: passed('work-profile'),
    status: passed('approval') ? 1 : 0,
  };
}

/** Creates a guard for a test, at the step `step`. 409 when the address is taken. */
export async function make(wanted: Input<typeof makeGuard>): Promise<Output<typeof makeGuard>> {
  const email = wanted.email || `test.${randomUUID().slice(0, 13)}@example.com`;
  const password = wanted.password || `Test-${randomInt(1e9)}-Aa1!`;
  const passwordHash = await hashPassword(password);
  const { firstName = 'Test', lastName = 'Guard', step = 'done' } = wanted;
  const id = await transaction(async () => {
    const made = await insertTestGuard({
      email,
      passwordHash,
      firstName,
      lastName,
      licenceUntil: wanted.licenceUntil ?? null,
      ...upTo(step as OnboardingStep),
    });
    if (wanted.inHand) await earnings.creditPlain(made, wanted.inHand);
    return made;
  }).catch((error) => (sqlState(error) === '23505' ? fail(409, 'This address is taken.') : Promise.reject(error)));
  return { ...guardForStaff(await guard(id)), password };
}

/** Removes a guard that `make` created, with all their data. 409 for any other. */
export async function remove(name: string): Promise<{ removed: string[] }> {
  const { id } = await guardNamed(name);
  await transaction(async () => {
    await holdWithJobs(id);
    await deleteAllFiles(id);
    if (!(await deleteTestGuard(id))) fail(409, 'Only a guard that a test made can be removed.');
  });
  return { removed: [id] };
}
