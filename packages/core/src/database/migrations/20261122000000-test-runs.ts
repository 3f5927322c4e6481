import { Migration } from '@mikro-orm/migrations';

/** The ledger of statistical tests. */
export class Migration20261122000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "test_run" ("id" uuid not null, "dataset_id" uuid not null,
        "question" text not null, "operation" text not null, "method" text not null,
        "columns" jsonb not null, "sentence" text not null, "version" int not null,
        "p_value" double precision not null, "by_id" uuid not null, "via" text not null,
        "times" int not null, "created_at" timestamptz not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "test_run" add constraint "test_run_via_check" check ("via" in ('session', 'api-key', 'oauth'))`,
    );
    this.addSql(
      `alter table "test_run" add constraint "test_run_question" unique ("dataset_id", "question")`,
    );
    this.addSql(
      `alter table "test_run" add constraint "test_run_dataset_id_foreign" foreign key ("dataset_id") references
        "dataset" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "test_run" add constraint "test_run_by_id_foreign" foreign key ("by_id") references
        "user_account" ("id") on delete cascade`,
    );
  }
}
