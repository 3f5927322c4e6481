import { Migration } from '@mikro-orm/migrations';

/** What people say about the columns of a dataset, and how often that was changed. */
export class Migration20261129110000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "dataset" add column "dictionary" jsonb null, add column "dictionary_revision" int not null default 0`,
    );
  }
}
