import { Migration } from '@mikro-orm/migrations';

/** How many questions about a dataset were refused to credentials that may not read rows. */
export class Migration20261127220000 extends Migration {
  override up(): void {
    this.addSql(`alter table "dataset" add column "refused_narrowed" integer not null default 0`);
  }
}
