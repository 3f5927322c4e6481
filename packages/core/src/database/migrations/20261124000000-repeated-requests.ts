import { Migration } from '@mikro-orm/migrations';

/** Requests that may be sent again under a key. */
export class Migration20261124000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "repeated_request" ("user_id" uuid not null, "key" text not null,
        "fingerprint" text not null, "answer" text null, "free_at" timestamptz not null,
        primary key ("user_id", "key"))`,
    );
    this.addSql(
      `alter table "repeated_request" add constraint "repeated_request_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
  }
}
