import { resolve } from 'node:path';
import type { ModuleName } from '@portal/mf-kit/module';
import { readDeclaration } from '@portal/webpack/declaration';
import { remotesIn } from '@portal/webpack/remotes';
import { readModule } from '@portal/webpack/workspace';
import type pg from 'pg';
import { demo } from '../../../api/seed/demo';
import { inDatabase } from '../database';
import type { Lab } from '../lab';
import { type DeclaredRoutes, guardOf, routeAddresses, type SeededIds, type Step } from './routes';
import { logIn, type Site, type StorageState, sessionFor } from './visit';

const root = resolve(import.meta.dirname, '../../..');

async function declaredByAll(): Promise<DeclaredRoutes> {
  const each = remotesIn(root).map(async (name) => [name, await readDeclaration(readModule(name, root))] as const);
  return Object.fromEntries(await Promise.all(each));
}

/** A built route at an address that shows data. */
export interface Address {
  module: ModuleName;
  path: string;
  /** The session that opens it; null for a visitor. */
  session: StorageState | null;
}

/** Ids of the demo guard's rows. Inserts an injury, because the seed has none. */
async function seeded(database: pg.Client): Promise<SeededIds> {
  const one = async <Row extends object>(what: string, text: string): Promise<Row> => {
    const { rows } = await database.query<Row>(text, [demo.id]);
    if (!rows[0]) throw new Error(`the seed has no ${what} for the demo guard`);
    return rows[0];
  };
  const shift = 'j.id as "jobId", s.id as "shiftId" from jobs j join shifts s on s.job_id = j.id';
  const { id: injury } = await one<{ id: string }>(
    'shift and document to report an injury with',
    `insert into injuries (guard_id, job_id, title, description, files, created_at)
     select a.guard_id, a.job_id, 'Slip, Trip or Fall', 'On the wet stairs of the west gate.', array[d.file], now()
     from assignments a join guard_documents d using (guard_id) where a.guard_id = $1 limit 1 returning id`,
  );
  return {
    injury,
    ticket: (await one<{ id: string }>('ticket', 'select id from tickets where guard_id = $1 order by created_at desc limit 1')).id,
    document: (await one<{ id: string }>('document', 'select id from guard_documents where guard_id = $1 limit 1')).id,
    room: (await one<{ id: string }>('chat', 'select room_id as id from chat_participants where guard_id = $1 limit 1')).id,
    open: await one(
      'open job',
      `select ${shift} where j.status = 1 and s.starts_at > now() and not exists (select 1 from assignments a where a.job_id = j.id and a.guard_id = $1)
       order by s.starts_at limit 1`,
    ),
    held: await one(
      'shift to come',
      `select ${shift} join assignments a on a.shift_id = s.id and a.guard_id = $1 where s.starts_at > now() order by s.starts_at limit 1`,
    ),
  };
}

async function findAll(lab: Lab): Promise<Address[]> {
  const { url, session } = await lab.composed();
  const ofSteps = new Map<Step, StorageState>();
  const sessionOf = async (step: Step): Promise<StorageState> => {
    const known = ofSteps.get(step) ?? (await logIn(await lab.browser(), url, guardOf(step)));
    ofSteps.set(step, known);
    return known;
  };
  const found: Address[] = [];
  for (const { module, path, access, step } of routeAddresses(await declaredByAll(), await inDatabase(lab, seeded))) {
    const asGuard = ['guard', 'held'].includes(access) ? session : null;
    found.push({ module, path, session: step ? await sessionOf(step) : asGuard });
  }
  return found;
}

const known = new Map<string, Promise<Address[]>>();

/** Every built route of every remote, each at an address with data. */
export function findAddresses(lab: Lab): Promise<Address[]> {
  const found = known.get(lab.folder) ?? findAll(lab);
  known.set(lab.folder, found);
  return found;
}

/** One screen of each remote. */
export async function findFronts(lab: Lab): Promise<Address[]> {
  const all = await findAddresses(lab);
  return all.filter(({ module }, at) => all.findIndex((other) => other.module === module) === at);
}

/** The same site with the session of this address. */
export const withSessionOf = (site: Site, { session }: Address): Site =>
  session ? { ...site, session: sessionFor(session, site.url) } : site;
