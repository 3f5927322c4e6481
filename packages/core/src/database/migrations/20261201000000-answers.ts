import { Migration } from '@mikro-orm/migrations';

/** How answers to programs were computed, and links by which a file is fetched. */
export class Migration20261201000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "answer" ("id" text not null, "user_id" uuid not null, "dataset_id" uuid null,
        "narrowed" boolean not null, "path" text not null, "input" jsonb not null,
        "facts" jsonb not null, "created_at" timestamptz not null, primary key ("id"))`,
    );
    this.addSql(`create index "answer_user_id_created_at" on "answer" ("user_id", "created_at")`);
    this.addSql(
      `alter table "answer" add constraint "answer_user_id_foreign" foreign key ("user_id")
        references "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "answer" add constraint "answer_dataset_id_foreign" foreign key ("dataset_id")
        references "dataset" ("id") on delete cascade`,
    );
    this.addSql(
      `create table "download_link" ("token_hash" text not null, "user_id" uuid not null,
        "asked" jsonb not null, "expires_at" timestamptz not null, "credential" text not null,
        primary key ("token_hash"))`,
    );
    this.addSql(`create index "download_link_user_id_index" on "download_link" ("user_id")`);
    this.addSql(
      `alter table "download_link" add constraint "download_link_user_id_foreign" foreign key
        ("user_id") references "user_account" ("id") on delete cascade`,
    );
  }
}
