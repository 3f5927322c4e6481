import { Migration } from '@mikro-orm/migrations';

/**
 * Links whose session was not confirmed hand out only as many rows as leave without a question. The
 * version before asks when it makes one.
 */
export class Migration20261202000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "download_link" add column "confirmed" boolean not null default true`);
  }
}
