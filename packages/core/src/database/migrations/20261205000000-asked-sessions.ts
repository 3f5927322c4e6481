import { Migration } from '@mikro-orm/migrations';

/** A log-in confirms a session, and is no answer to the question for the password. */
export class Migration20261205000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "session" add column "asked_at" timestamptz null`);
  }
}
