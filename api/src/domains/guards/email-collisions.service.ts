import type { Output } from '@portal/contracts/_kernel/endpoint';
import { plainText } from '@portal/contracts/_kernel/normalise';
import type { emailCollisions } from '@portal/contracts/guards/guards.endpoints';
import { emailsOf, emailsWithMarks } from './guards.repository';

const written = (email: string) => email.replace(/[^ -~]/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);

/** Accounts of earlier releases, which compared addresses without normalisation: each address with an invisible mark, and its plain twin. Staff decide about them. */
export async function collisions(): Promise<Output<typeof emailCollisions>> {
  const groups = new Map<string, { id: string; email: string; status: number }[]>();
  for (const one of await emailsWithMarks()) {
    const plain = plainText(one.email).toLowerCase();
    if (plain !== one.email) groups.set(plain, [...(groups.get(plain) ?? []), one]);
  }
  for (const one of await emailsOf([...groups.keys()])) groups.get(one.email)?.unshift(one);
  return [...groups].map(([email, guards]) => ({
    email,
    guards: guards.map(({ id, email, status }) => ({ id, stored: written(email), status })),
  }));
}
