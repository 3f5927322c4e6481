import { Migration } from '@mikro-orm/migrations';

/**
 * Shared links have an end. Those of before end 30 days after they were made; so do those that an
 * older replica makes meanwhile.
 */
export class Migration20261127160000 extends Migration {
  override up(): void {
    this.addSql(`alter table "shared_result" add column "expires_at" timestamptz null`);
  }
}
