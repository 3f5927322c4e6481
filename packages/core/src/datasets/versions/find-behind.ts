import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';

/** A combined dataset that is to be made again, and the datasets that it was made of. */
type Behind = z.infer<typeof found>[number];

/**
 * Combined datasets whose sources are all there, and which follow one that has another version than
 * they were made of, or could not be made last time. Those that failed come last and in no order, as
 * they may fail again, and all of them have their turn. With `id` this dataset alone.
 */
export async function findBehind(
  em: EntityManager,
  { id, most = 1 }: { readonly id?: string; readonly most?: number },
): Promise<Behind[]> {
  return found.parse(
    await em.fork().execute(
      `select d.id, (select json_agg(b ->> 'id') from jsonb_array_elements(v.built_from) b) as sources
       from dataset d
       join dataset_version v on v.dataset_id = d.id and v.number = d.current_version
       join user_account u on u.id = d.owner_id and u.is_active
       where jsonb_typeof(d.recipe -> 'combination') = 'object'
         and d.deleted_at is null and d.status <> 'pending'
         ${id === undefined ? '' : 'and d.id = ?'}
         -- As chosenByHand says: what was uploaded, and an earlier version that was restored, stay.
         and jsonb_typeof(v.built_from) = 'array'
         and not exists (
           select from dataset_version n where n.dataset_id = d.id and n.number > d.current_version)
         and not exists (
           select from jsonb_array_elements(d.recipe -> 'sources') r
           where not exists (
             select from dataset s
             where s.id = (r ->> 'id')::uuid and s.deleted_at is null and s.status <> 'pending'))
         and (d.rebuild_problem is not null or exists (
           select from jsonb_array_elements(v.built_from) b
           join dataset s on s.id = (b ->> 'id')::uuid
           where s.current_version <> (b ->> 'version')::int
             and exists (
               select from jsonb_array_elements(d.recipe -> 'sources') r
               where r ->> 'id' = b ->> 'id' and jsonb_typeof(r -> 'version') = 'null')))
       order by d.rebuild_problem is not null, random() limit ?`,
      [...(id === undefined ? [] : [id]), most],
    ),
  );
}

const found = z.array(z.object({ id: z.uuid(), sources: z.array(z.string()) }));
