import { Migration } from '@mikro-orm/migrations';

/**
 * Which rows a function over rows looks at in what was kept: 1, all rows before the filter, as
 * every replica of before means it; 2, the rows in use.
 */
export class Migration20261127100000 extends Migration {
  override up(): void {
    this.addSql('alter table "saved_view" add column "language" smallint not null default 1');
    this.addSql('alter table "test_run" add column "language" smallint not null default 1');
  }
}
