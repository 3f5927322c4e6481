import express from 'express';
import pg from 'pg';

/**
 * The peer of bench:http: one read and one committed update with raw pg, behind Express. Prints its
 * port.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
await pool.query(
  'create table if not exists bare_counter (id int primary key, used bigint not null)',
);
await pool.query('insert into bare_counter values (1, 0) on conflict do nothing');
const app = express();
app.disable('x-powered-by').disable('etag');
app.post('/', express.json(), async (_req, res) => {
  const { rows } = await pool.query<{ name: string }>(
    'select id, name, created_at from dataset limit 1',
  );
  const counted = await pool.query<{ used: string }>(
    'update bare_counter set used = used + 1 where id = 1 returning used',
  );
  res.json({ dataset: rows[0], used: counted.rows[0]?.used });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
