import { Migration } from '@mikro-orm/migrations';

/** How datasets are made of others, and of which versions. Those of before have no recipe. */
export class Migration20261130000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "dataset" add column "recipe" jsonb null`);
    this.addSql(`alter table "dataset" add column "rebuild_problem" text null`);
    this.addSql(`alter table "dataset_version" add column "built_from" jsonb null`);
    this.addSql(`alter table "dataset_version" drop constraint "dataset_version_made_by_check"`);
    this.addSql(
      `alter table "dataset_version" add constraint "dataset_version_made_by_check" check ("made_by" in ('upload',
        'replace', 'append', 'reread', 'rebuild'))`,
    );
  }
}
