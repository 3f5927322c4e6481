import { Migration } from '@mikro-orm/migrations';

/**
 * When the code of an authenticator app was last taken; of those from before, the time of the
 * newest code after the one that confirmed it.
 */
export class Migration20261127230000 extends Migration {
  override up(): void {
    this.addSql(`alter table "totp_secret" add column "last_used_at" timestamptz null`);
    this.addSql(
      `update "totp_secret" set "last_used_at" = to_timestamp("last_step"::bigint * 30) where
        "last_step"::bigint * 30 > extract(epoch from "confirmed_at") + 30`,
    );
  }
}
