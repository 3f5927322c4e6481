import { Migration } from '@mikro-orm/migrations';

/** Authenticator apps, passkeys, recovery codes, and log-ins that wait for one of them. */
export class Migration20261127170000 extends Migration {
  override up(): void {
    const ofUser = (table: string): void =>
      this.addSql(
        `alter table "${table}" add constraint "${table}_user_id_foreign" foreign key ` +
          '("user_id") references "user_account" ("id") on delete cascade',
      );
    this.addSql(
      `create table "totp_secret" ("id" uuid not null, "user_id" uuid not null,
        "ciphertext" text not null, "created_at" timestamptz not null,
        "confirmed_at" timestamptz null, "last_step" int null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "totp_secret" add constraint "totp_secret_user_id_unique" unique ("user_id")`,
    );
    ofUser('totp_secret');
    this.addSql(
      `create table "recovery_code" ("id" uuid not null, "user_id" uuid not null,
        "code_hash" text not null, "created_at" timestamptz not null, "used_at" timestamptz null,
        primary key ("id"))`,
    );
    this.addSql(`create index "recovery_code_user_id_index" on "recovery_code" ("user_id")`);
    ofUser('recovery_code');
    this.addSql(
      `create table "passkey" ("id" uuid not null, "user_id" uuid not null, "name" text not null,
        "credential_id" text not null, "public_key" text not null, "counter" bigint not null,
        "transports" jsonb not null, "created_at" timestamptz not null,
        "last_used_at" timestamptz null, primary key ("id"))`,
    );
    this.addSql(`create index "passkey_user_id_index" on "passkey" ("user_id")`);
    this.addSql(
      `alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id")`,
    );
    ofUser('passkey');
    this.addSql(
      `create table "passkey_challenge" ("challenge" text not null, "user_id" uuid not null,
        "purpose" text not null, "bound_to" uuid not null, "expires_at" timestamptz not null,
        constraint "passkey_challenge_purpose_check" check ("purpose" in ('add', 'confirm',
        'login')), primary key ("challenge"))`,
    );
    this.addSql(
      `create index "passkey_challenge_user_id_index" on "passkey_challenge" ("user_id")`,
    );
    this.addSql(
      `create index "passkey_challenge_expires_at_index" on "passkey_challenge" ("expires_at")`,
    );
    ofUser('passkey_challenge');
    this.addSql(
      `create table "login_ticket" ("id" uuid not null, "user_id" uuid not null,
        "token_hash" text not null, "expires_at" timestamptz not null, "attempts" int not null,
        primary key ("id"))`,
    );
    this.addSql(`create index "login_ticket_user_id_index" on "login_ticket" ("user_id")`);
    this.addSql(`create index "login_ticket_expires_at_index" on "login_ticket" ("expires_at")`);
    this.addSql(
      `alter table "login_ticket" add constraint "login_ticket_token_hash_unique" unique ("token_hash")`,
    );
    ofUser('login_ticket');
  }
}
