import { Migration } from '@mikro-orm/migrations';

/** A password confirms a session, and shows no second factor. */
export class Migration20261206130000 extends Migration {
  override up(): void {
    this.addSql(`alter table "session" add column "factor_at" timestamptz null`);
  }
}
