import { Migration } from '@mikro-orm/migrations';

/** Tokens by which the first administrator is made. */
export class Migration20261127000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "setup_token" ("token_hash" text not null, "expires_at" timestamptz not null,
        primary key ("token_hash"))`,
    );
  }
}
