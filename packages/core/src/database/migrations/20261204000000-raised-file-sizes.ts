import { Migration } from '@mikro-orm/migrations';

/** An administrator may let somebody upload larger files than their plan. */
export class Migration20261204000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" add column "raised_file_mb" integer`);
  }
}
