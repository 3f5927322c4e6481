import { Migration } from '@mikro-orm/migrations';

/** Alerts that were dismissed, thresholds of alerts, shared results; tests can be asked again. */
export class Migration20261123000000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "test_run" add column "options" jsonb not null default '{}',
        add column "door" text not null default 'api'`,
    );
    this.addSql(
      `alter table "test_run" alter column "options" drop default, alter column "door" drop default`,
    );
    this.addSql(
      `alter table "test_run" add constraint "test_run_door_check" check ("door" in ('browser', 'api', 'agent'))`,
    );
    this.addSql(`alter table "dataset" add column "alert_thresholds" jsonb null`);
    this.addSql(
      `create table "alert_dismissal" ("id" uuid not null, "dataset_id" uuid not null,
        "key" text not null, "reason" text not null, "by_id" uuid not null,
        "created_at" timestamptz not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "alert_dismissal" add constraint "alert_dismissal_key" unique ("dataset_id", "key")`,
    );
    this.addSql(
      `alter table "alert_dismissal" add constraint "alert_dismissal_dataset_id_foreign" foreign key ("dataset_id") references
        "dataset" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "alert_dismissal" add constraint "alert_dismissal_by_id_foreign" foreign key ("by_id") references
        "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `create table "shared_result" ("id" uuid not null, "dataset_id" uuid not null,
        "token_hash" text not null, "single_values" boolean not null, "row_count" bigint not null,
        "result" jsonb not null, "by_id" uuid not null, "created_at" timestamptz not null,
        "views" int not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "shared_result" add constraint "shared_result_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(
      `alter table "shared_result" add constraint "shared_result_dataset_id_foreign" foreign key ("dataset_id") references
        "dataset" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "shared_result" add constraint "shared_result_by_id_foreign" foreign key ("by_id") references
        "user_account" ("id") on delete cascade`,
    );
  }
}
