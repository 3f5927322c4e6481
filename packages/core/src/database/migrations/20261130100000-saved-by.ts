import { Migration } from '@mikro-orm/migrations';

/** Who saved a view last, in words; unknown of those from before. */
export class Migration20261130100000 extends Migration {
  override up(): void {
    this.addSql('alter table "saved_view" add column "saved_by" text');
  }
}
