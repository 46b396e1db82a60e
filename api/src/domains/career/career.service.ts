import { Readable } from 'node:stream';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import type { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { careerMessages, type Opening } from '@portal/contracts/career/career.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { safeFilename } from '../../platform/files/filenames';
import { fail } from '../../platform/http/errors';
import { limitPublicForm } from '../../platform/http/rate-limit';
import type { CallContext, StoredFile } from '../../platform/http/routes';
import { mailSupport } from '../../platform/messages/message-queue';
import { listNamed } from '../pages/content.service';
import * as career from './career.repository';

const LISTED = 200;

async function kept(file: Blob | undefined): Promise<career.ApplicationFile | null> {
  if (!file) return null;
  return { name: safeFilename(file), type: file.type, bytes: Buffer.from(await file.arrayBuffer()) };
}

const lineOf = (label: string, value: string | null | undefined) => (value ? `${label}: ${value}\n` : '');

/** Counts an application by its network address and its mail address; a visitor who sends too many is refused. */
export const countApplication = ({ email }: Input<typeof applyForOpening>, { address }: CallContext): Promise<void> =>
  limitPublicForm('career', { address, email });

/** Stores an application with its file and mails staff. An application of a bot is only stored. */
export async function apply(application: Input<typeof applyForOpening>): Promise<null> {
  const { [HONEYPOT]: trapped, file: sent, ...given } = application;
  const { name, email, phone, experience, speciality, details } = given;
  const file = await kept(sent);
  return transaction(async () => {
    const held = Boolean(trapped);
    const id = await career.insert(given, { held, now: nowText(), file });
    if (held) return null;
    const facts = lineOf('Experience', experience) + lineOf('Speciality', speciality) + lineOf('File', file?.name);
    const saving = file ? `\nnpm run staff -- save-career-file ${id}` : '';
    const body = `${name} (${email}, ${phone})\n${facts}\n${details ?? ''}\n${saving}`.trim();
    await mailSupport({ guardId: null, subject: `Career: ${name}`, body });
    return null;
  });
}

/** The applications, latest first. */
export const list = () => career.latestApplications(LISTED);

/** The file of an application, for staff. */
export async function fileOf(applicationId: string): Promise<StoredFile> {
  const file = await career.fileOf(applicationId);
  if (!file) return fail(404, careerMessages.noFile);
  return { stream: Readable.from([file.bytes]), savedAs: file.name, contentType: file.type, bytes: file.bytes.byteLength, isPrivate: true };
}

/** The company's own openings. */
export const openings = () => listNamed<Opening>('openings');

/** Deletes each application of an address. 404 when there is none. */
export async function deleteOf(email: string): Promise<{ deleted: number }> {
  const deleted = await career.deleteOf(email.toLowerCase());
  return deleted > 0 ? { deleted } : fail(404, careerMessages.none);
}
