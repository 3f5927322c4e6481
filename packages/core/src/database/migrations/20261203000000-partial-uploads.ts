import { Migration } from '@mikro-orm/migrations';

/** Files that are sent in several requests, until they are datasets. */
export class Migration20261203000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "partial_upload" ("id" uuid not null, "user_id" uuid not null,
        "filename" text not null, "bytes" bigint not null, "sent_narrowed" boolean not null,
        "expires_at" timestamptz not null, primary key ("id"))`,
    );
    this.addSql(`create index "partial_upload_user_id_index" on "partial_upload" ("user_id")`);
    this.addSql(
      `alter table "partial_upload" add constraint "partial_upload_user_id_foreign" foreign key
        ("user_id") references "user_account" ("id") on delete cascade`,
    );
  }
}
