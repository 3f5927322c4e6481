import { Migration } from '@mikro-orm/migrations';

/**
 * A shared result keeps the name that its dataset had: who has the link is not to learn a later one.
 * A replica of an earlier version writes none.
 */
export class Migration20261128000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "shared_result" add column "dataset_name" text null`);
    this.addSql(
      `update "shared_result" set "dataset_name" = d."name" from "dataset" d
        where d."id" = "shared_result"."dataset_id"`,
    );
  }
}
