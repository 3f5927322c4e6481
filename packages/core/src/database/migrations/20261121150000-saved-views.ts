import { Migration } from '@mikro-orm/migrations';

/** Views under a name. */
export class Migration20261121150000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "saved_view" ("id" uuid not null, "dataset_id" uuid not null,
        "name" text not null, "view" jsonb not null, "created_at" timestamptz not null,
        "updated_at" timestamptz not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_name" unique ("dataset_id", "name")`,
    );
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_dataset_id_foreign" foreign key ("dataset_id") references
        "dataset" ("id") on delete cascade`,
    );
  }
}
