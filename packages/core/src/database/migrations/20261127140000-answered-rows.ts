import { Migration } from '@mikro-orm/migrations';

/**
 * Which rows were answered about to credentials that may not read rows; what such calls were given.
 */
export class Migration20261127140000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "answered_rows" ("dataset_id" uuid not null, "version" int not null,
        "kind_of_row" text not null, "sets" jsonb not null, primary key ("dataset_id", "version"))`,
    );
    this.addSql(
      `alter table "answered_rows" add constraint "answered_rows_dataset_id_foreign" foreign key ("dataset_id") references
        "dataset" ("id") on delete cascade`,
    );
    this.addSql(`alter table "agent_call" add column "handed_out" jsonb null`);
  }
}
