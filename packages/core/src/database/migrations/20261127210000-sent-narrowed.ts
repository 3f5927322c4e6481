import { Migration } from '@mikro-orm/migrations';

/**
 * Datasets whose rows a credential sent that may not read rows. Those of before count as sent by
 * others.
 */
export class Migration20261127210000 extends Migration {
  override up(): void {
    this.addSql(`alter table "dataset" add column "sent_narrowed" boolean not null default false`);
  }
}
