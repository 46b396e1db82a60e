import { Readable } from 'node:stream';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import type { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { careerMessages, type Opening } from '@portal/contracts/career/career.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { nameOf } from '../../platform/files/filenames';
import { fail } from '../../platform/http/errors';
import type { StoredFile } from '../../platform/http/http-binding';
import { countVisitor } from '../../platform/http/rate-limit';
import { sendToTeam } from '../../platform/work/outgoing';
import { listNamed } from '../pages/content.service';
import * as career from './career.repository';

const LISTED = 200;

async function kept(file: Blob | undefined): Promise<career.KeptFile | null> {
  if (!file) return null;
  return { name: nameOf(file), type: file.type, bytes: Buffer.from(await file.arrayBuffer()) };
}

const lineOf = (label: string, value: string | null | undefined) => (value ? `${label}: ${value}\n` : '');

/** Stores an application with its file and tells staff; what a program filled in is stored alone. */
export async function apply(application: Input<typeof applyForOpening>, address: string): Promise<null> {
  const { consent: _, [HONEYPOT]: trapped, file: sent, ...given } = application;
  const { name, email, phone, experience, speciality, details } = given;
  await countVisitor('career', { address, email });
  const file = await kept(sent);
  return transaction(async () => {
    const held = Boolean(trapped);
    const id = await career.insert(given, { held, now: nowText(), file });
    if (held) return null;
    const facts = lineOf('Experience', experience) + lineOf('Speciality', speciality) + lineOf('File', file?.name);
    const saving = file ? `\nnpm run staff -- save-career-file ${id}` : '';
    const body = `${name} (${email}, ${phone})\n${facts}\n${details ?? ''}\n${saving}`.trim();
    await sendToTeam({ guardId: null, subject: `Career: ${name}`, body });
    return null;
  });
}

/** The applications that came, latest first. */
export const list = () => career.latest(LISTED);

/** The file of an application, for staff. */
export async function fileOf(applicationId: string): Promise<StoredFile> {
  const file = await career.fileOf(applicationId);
  if (!file) return fail(404, careerMessages.noFile);
  return { stream: Readable.from([file.bytes]), savedAs: file.name, contentType: file.type, bytes: file.bytes.byteLength, isPrivate: true };
}

/** The company's own openings. */
export const openings = () => listNamed<Opening>('openings');
