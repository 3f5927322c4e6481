import { Migration } from '@mikro-orm/migrations';

/** The first schema: accounts, sessions, datasets, usage. */
export class Migration20261120000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "rate_window" ("subject" text not null, "minute" bigint not null,
        "calls" int not null, primary key ("subject", "minute"))`,
    );
    this.addSql(
      `create table "role" ("id" uuid not null, "name" text not null, primary key ("id"))`,
    );
    this.addSql(`alter table "role" add constraint "role_name_unique" unique ("name")`);
    this.addSql(
      `create table "user_account" ("id" uuid not null, "email" text not null,
        "email_key" text not null, "full_name" text not null, "password_hash" text not null,
        "email_verified_at" timestamptz null, "is_active" boolean not null default true,
        "paid_until" timestamptz null, "granted_pro_until" timestamptz null,
        "created_at" timestamptz not null, "last_login_at" timestamptz null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "user_account" add constraint "user_account_email_key_unique" unique ("email_key")`,
    );
    this.addSql(
      `create table "usage_reservation" ("id" uuid not null, "user_id" uuid not null,
        "month" text not null, "expires_at" timestamptz not null, primary key ("id"))`,
    );
    this.addSql(
      `create index "usage_reservation_user_id_index" on "usage_reservation" ("user_id")`,
    );
    this.addSql(
      `create index "usage_reservation_expires_at_index" on "usage_reservation" ("expires_at")`,
    );
    this.addSql(
      `create table "usage_month" ("user_id" uuid not null, "month" text not null,
        "used" int not null, primary key ("user_id", "month"))`,
    );
    this.addSql(
      `create table "usage_day" ("user_id" uuid not null, "day" text not null,
        "used" int not null, primary key ("user_id", "day"))`,
    );
    this.addSql(
      `create table "session" ("id" uuid not null, "user_id" uuid not null,
        "created_at" timestamptz not null, "last_used_at" timestamptz not null,
        "expires_at" timestamptz not null, "revoked_at" timestamptz null, "address" text not null,
        primary key ("id"))`,
    );
    this.addSql(`create index "session_user_id_index" on "session" ("user_id")`);
    this.addSql(
      `create table "refresh_token" ("id" uuid not null, "session_id" uuid not null,
        "parent_id" uuid null, "token_hash" text not null, "created_at" timestamptz not null,
        "used_at" timestamptz null, primary key ("id"))`,
    );
    this.addSql(`create index "refresh_token_session_id_index" on "refresh_token" ("session_id")`);
    this.addSql(
      `alter table "refresh_token" add constraint "refresh_token_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(
      `create table "email_token" ("id" uuid not null, "user_id" uuid not null,
        "purpose" text not null, "token_hash" text not null, "expires_at" timestamptz not null,
        "used_at" timestamptz null, primary key ("id"))`,
    );
    this.addSql(`create index "email_token_user_id_index" on "email_token" ("user_id")`);
    this.addSql(
      `alter table "email_token" add constraint "email_token_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(
      `alter table "email_token" add constraint "email_token_purpose_check" check ("purpose" in ('verify', 'reset'))`,
    );
    this.addSql(
      `create table "dataset" ("id" uuid not null, "owner_id" uuid not null,
        "name" text not null, "status" text not null, "created_at" timestamptz not null,
        "deleted_at" timestamptz null, "reserved_until" timestamptz null,
        "stored_bytes" bigint not null, "current_version" int not null, primary key ("id"))`,
    );
    this.addSql(
      `create index "dataset_owner_newest" on "dataset" ("owner_id", "created_at", "id")`,
    );
    this.addSql(`create index "dataset_deleted_at_index" on "dataset" ("deleted_at")`);
    this.addSql(`create index "dataset_reserved_until_index" on "dataset" ("reserved_until")`);
    this.addSql(
      `alter table "dataset" add constraint "dataset_status_check" check ("status" in ('pending', 'ready'))`,
    );
    this.addSql(
      `create table "dataset_version" ("id" uuid not null, "dataset_id" uuid not null,
        "number" int not null, "created_at" timestamptz not null, "file_size" bigint not null,
        "sha256" text not null, "row_count" bigint not null, "original_key" text not null,
        "parquet_key" text not null, "engine_version" text not null, "columns" jsonb not null,
        "dialect" jsonb not null, "admission" jsonb not null, "profile" jsonb not null,
        primary key ("id"))`,
    );
    this.addSql(`create index "dataset_version_sha256_index" on "dataset_version" ("sha256")`);
    this.addSql(
      `alter table "dataset_version" add constraint "dataset_version_number" unique ("dataset_id", "number")`,
    );
    this.addSql(
      `create table "api_key" ("id" uuid not null, "user_id" uuid not null,
        "lookup" text not null, "ciphertext" text not null, "last_four" text not null,
        "created_at" timestamptz not null, "last_used_at" timestamptz null, primary key ("id"))`,
    );
    this.addSql(`alter table "api_key" add constraint "api_key_user_id_unique" unique ("user_id")`);
    this.addSql(`alter table "api_key" add constraint "api_key_lookup_unique" unique ("lookup")`);
    this.addSql(
      `create table "user_role" ("user_id" uuid not null, "role_id" uuid not null, primary key ("user_id", "role_id"))`,
    );
    this.addSql(
      `alter table "usage_reservation" add constraint "usage_reservation_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "usage_month" add constraint "usage_month_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "usage_day" add constraint "usage_day_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "refresh_token" add constraint "refresh_token_session_id_foreign" foreign key ("session_id") references
        "session" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "email_token" add constraint "email_token_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "dataset" add constraint "dataset_owner_id_foreign" foreign key ("owner_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "dataset_version" add constraint "dataset_version_dataset_id_foreign" foreign key ("dataset_id") references
        "dataset" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "api_key" add constraint "api_key_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "user_role" add constraint "user_role_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "user_role" add constraint "user_role_role_id_foreign" foreign key ("role_id") references
        "role" ("id") on update cascade on delete cascade`,
    );
  }
}
