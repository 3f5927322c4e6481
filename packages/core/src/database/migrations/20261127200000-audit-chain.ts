import { Migration } from '@mikro-orm/migrations';

/**
 * Lines of the audit log say whose account they are about and form a chain. The chain is keyed with
 * APP_SECRET, so the lines
 * there are get their places when a server starts (see audit/open-chain.ts); so do those that an
 * older replica writes meanwhile.
 */
export class Migration20261127200000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "audit_chain" ("name" text not null, "key" text not null,
        "seq" bigint not null, "hash" text not null, "first_seq" bigint not null,
        "first_hash" text not null, "seal" text not null, primary key ("name"))`,
    );
    this.addSql(
      `alter table "audit_entry" add column "subject_id" uuid null,
        add column "subject_email" text null, add column "device" text not null default '',
        add column "seq" bigint null, add column "hash" text null`,
    );
    // Administrators acted on the account that the target names; everybody else on their own.
    this.addSql(
      `update "audit_entry" e set "subject_id" = u."id",
        "subject_email" = u."email" from "user_account" u where
        e."action" like 'admin.%' and u."email" = e."target"`,
    );
    this.addSql(
      `update "audit_entry" set "subject_id" = "actor_id", "subject_email" = "actor_email" where
        "subject_id" is null and "actor_id" is not null and ("action" not like 'admin.%' or "outcome" = 'denied')`,
    );
    this.addSql(`alter table "audit_entry" add constraint "audit_entry_seq_unique" unique ("seq")`);
    this.addSql(`create index "audit_entry_subject" on "audit_entry" ("subject_id", "id")`);
    this.addSql(
      `create index "audit_entry_subject_email" on "audit_entry" ("subject_email", "id")`,
    );
    this.addSql(`create index "audit_entry_actor_email" on "audit_entry" ("actor_email", "id")`);
    this.addSql(`create index "audit_entry_address" on "audit_entry" ("address", "id")`);
    this.addSql(`create index "audit_entry_action" on "audit_entry" ("action", "id")`);
  }
}
