import { Migration } from '@mikro-orm/migrations';

/**
 * Drafts that wait for their review; how each version came to be, and the file of its repaired
 * lines.
 */
export class Migration20261121140000 extends Migration {
  override up(): void {
    this.addSql(`alter table "dataset" drop constraint "dataset_status_check"`);
    this.addSql(
      `alter table "dataset" add constraint "dataset_status_check" check ("status" in ('pending', 'draft', 'ready'))`,
    );
    this.addSql(
      `alter table "dataset_version" add column "made_by" text not null default 'upload'`,
    );
    this.addSql(
      `alter table "dataset_version" add constraint "dataset_version_made_by_check" check ("made_by" in ('upload',
        'replace', 'append', 'reread'))`,
    );
    this.addSql(`alter table "dataset_version" add column "reading" jsonb not null default '{}'`);
    this.addSql(`alter table "dataset_version" add column "repairs_key" text null`);
    this.addSql(`alter table "dataset_version" alter column "made_by" drop default`);
    this.addSql(`alter table "dataset_version" alter column "reading" drop default`);
  }
}
