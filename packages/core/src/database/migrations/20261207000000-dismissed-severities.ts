import { Migration } from '@mikro-orm/migrations';

/** A dismissal of an alert holds up to the severity that the alert had. */
export class Migration20261207000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "alert_dismissal" add column "severity" text null`);
  }
}
