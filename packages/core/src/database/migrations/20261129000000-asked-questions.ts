import { Migration } from '@mikro-orm/migrations';

/** The ledger says what a test asked, beside what it found. Rows of earlier versions have none. */
export class Migration20261129000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "test_run" add column "asked" text null`);
  }
}
