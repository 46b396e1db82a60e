// The minimal server for a list, with which `list-rate` compares the API: fastify and pg, a session by its hash, the total and one page. PROTOTYPE
// contains the database connection and the port, as JSON.
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const { connection, port } = JSON.parse(process.env.PROTOTYPE ?? '{}') as { connection: pg.PoolConfig; port: number };
const pool = new pg.Pool({ ...connection, max: 20 });
const app = Fastify();

app.get<{ Querystring: { page: string; limit: string } }>('/list', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const hash = createHash('sha256').update(token).digest();
  const session = await pool.query<{ guard_id: string }>(
    'select s.guard_id from sessions s join guards g on g.id = s.guard_id where s.token_hash = $1 and s.ended_at is null and s.expires_at > now()',
    [hash],
  );
  const guardId = session.rows[0]?.guard_id;
  if (!guardId) return reply.code(401).send({ code: 401, message: 'Who?', data: null });
  const { page, limit } = request.query;
  const counted = await pool.query<{ total: number }>('select count(*)::int as total from notifications where guard_id = $1', [guardId]);
  const found = await pool.query(
    `select id, title, description, created_at as "createdAt", link as "to", read_at is not null as "isRead" from notifications
     where guard_id = $1 order by created_at desc, id limit $2 offset $3`,
    [guardId, Number(limit), (Number(page) - 1) * Number(limit)],
  );
  return { code: 200, message: 'OK', data: { docs: found.rows, total: counted.rows[0]?.total ?? 0 } };
});

app.get('/healthz', async () => ({ code: 200 }));
await app.listen({ host: '127.0.0.1', port });
