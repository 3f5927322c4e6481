import { Migration } from '@mikro-orm/migrations';

/** Lines of the audit log say whether they got their place in the chain later than they were written. */
export class Migration20261128100000 extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_entry" add column "adopted" boolean not null default false`);
  }
}
