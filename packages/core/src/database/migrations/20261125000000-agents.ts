import { Migration } from '@mikro-orm/migrations';

/** Agents let in by OAuth, what the authorization server keeps, and what keys and agents called. */
export class Migration20261125000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "agent_grant" ("id" text not null, "user_id" uuid not null,
        "client_id" text not null, "client_name" text not null, "redirect_host" text not null,
        "scopes" jsonb not null, "dataset_ids" jsonb null,
        "aggregates_only" boolean not null default false, "created_at" timestamptz not null,
        "last_used_at" timestamptz null, primary key ("id"))`,
    );
    this.addSql(`create index "agent_grant_user_id_index" on "agent_grant" ("user_id")`);
    this.addSql(`create index "agent_grant_client_id_index" on "agent_grant" ("client_id")`);
    this.addSql(
      `alter table "agent_grant" add constraint "agent_grant_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `create table "oauth_record" ("model" text not null, "id_hash" text not null,
        "payload" text not null, "grant_id" text null, "uid" text null,
        "created_at" timestamptz not null, "expires_at" timestamptz null,
        "consumed_at" timestamptz null, primary key ("model", "id_hash"))`,
    );
    this.addSql(`create index "oauth_record_grant_id_index" on "oauth_record" ("grant_id")`);
    this.addSql(`create index "oauth_record_uid_index" on "oauth_record" ("uid")`);
    this.addSql(`create index "oauth_record_expires_at_index" on "oauth_record" ("expires_at")`);
    this.addSql(
      `create table "upload_link" ("token_hash" text not null, "user_id" uuid not null,
        "expires_at" timestamptz not null, primary key ("token_hash"))`,
    );
    this.addSql(`create index "upload_link_user_id_index" on "upload_link" ("user_id")`);
    this.addSql(
      `alter table "upload_link" add constraint "upload_link_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `create table "agent_call" ("id" uuid not null, "user_id" uuid not null,
        "at" timestamptz not null, "via" text not null, "grant_id" text null,
        "agent" text not null, "call" text not null, "dataset_id" uuid null, "rows" jsonb null,
        "outcome" text not null, primary key ("id"))`,
    );
    this.addSql(`create index "agent_call_at_index" on "agent_call" ("at")`);
    this.addSql(`create index "agent_call_user_id_id_index" on "agent_call" ("user_id", "id")`);
    this.addSql(
      `alter table "agent_call" add constraint "agent_call_user_id_foreign" foreign key ("user_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "agent_call" add constraint "agent_call_via_check" check ("via" in ('api-key', 'oauth'))`,
    );
  }
}
