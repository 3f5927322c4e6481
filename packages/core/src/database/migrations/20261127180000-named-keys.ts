import { Migration } from '@mikro-orm/migrations';

/** Keys beside the one of the account, which stays as it is, and which of them made a call. */
export class Migration20261127180000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "named_key" ("id" uuid not null, "user_id" uuid not null,
        "name" text not null, "key_hash" text not null, "last_four" text not null,
        "scopes" jsonb not null, "dataset_ids" jsonb null,
        "aggregates_only" boolean not null default false, "created_at" timestamptz not null,
        "expires_at" timestamptz null, "last_used_at" timestamptz null,
        "last_used_address" text null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "named_key" add constraint "named_key_user_id_name_unique" unique ("user_id", "name")`,
    );
    this.addSql(
      `alter table "named_key" add constraint "named_key_key_hash_unique" unique ("key_hash")`,
    );
    this.addSql(
      `alter table "named_key" add constraint "named_key_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(`alter table "agent_call" add column "key_name" text null`);
  }
}
