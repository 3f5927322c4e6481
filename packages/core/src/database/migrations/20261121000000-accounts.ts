import { Migration } from '@mikro-orm/migrations';

/**
 * Mail as jobs, throttles, captchas used once, sessions with their device, narrowed keys, the audit
 * log.
 */
export class Migration20261121000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "mail_job" ("id" uuid not null, "kind" text not null,
        "email_key" text not null, "facts" jsonb not null, "created_at" timestamptz not null,
        "attempts" int not null, "next_attempt_at" timestamptz not null, primary key ("id"))`,
    );
    this.addSql(`create index "mail_job_next_attempt_at_index" on "mail_job" ("next_attempt_at")`);
    this.addSql(
      `create table "throttle" ("subject" text not null, "started_at" timestamptz not null,
        "attempts" int not null, primary key ("subject"))`,
    );
    this.addSql(`create index "throttle_started_at_index" on "throttle" ("started_at")`);
    this.addSql(
      `create table "spent_captcha" ("nonce" text not null, "expires_at" timestamptz not null, primary key ("nonce"))`,
    );
    this.addSql(`create index "spent_captcha_expires_at_index" on "spent_captcha" ("expires_at")`);
    this.addSql(
      `create table "audit_entry" ("id" uuid not null, "at" timestamptz not null,
        "actor_id" uuid null, "actor_email" text null, "via" text null, "address" text not null,
        "request_id" text not null, "action" text not null, "target" text null,
        "outcome" text not null, "details" jsonb not null, primary key ("id"))`,
    );
    this.addSql(`create index "audit_entry_at_index" on "audit_entry" ("at")`);
    this.addSql(
      `alter table "audit_entry" add constraint "audit_entry_outcome_check" check ("outcome" in ('done', 'denied'))`,
    );
    this.addSql(`alter table "session" add column "user_agent" text not null default ''`);
    this.addSql(`alter table "session" add column "confirmed_at" timestamptz null`);
    this.addSql(`create index "session_last_used_at_index" on "session" ("last_used_at")`);
    this.addSql(`alter table "api_key" add column "scopes" jsonb null`);
    this.addSql(`alter table "api_key" add column "dataset_ids" jsonb null`);
    this.addSql(
      `alter table "api_key" add column "aggregates_only" boolean not null default false`,
    );
    this.addSql(`alter table "api_key" add column "expires_at" timestamptz null`);
    this.addSql(`create index "user_account_newest" on "user_account" ("created_at", "id")`);
  }
}
