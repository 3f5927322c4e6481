import { Migration } from '@mikro-orm/migrations';

/**
 * Sessions of browsers are bound to a cookie. Those of before have none; they get one when their
 * browser next refreshes.
 */
export class Migration20261127190000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "session" add column "cookie_hash" text null, add column "cookie_given_at" timestamptz null`,
    );
  }
}
