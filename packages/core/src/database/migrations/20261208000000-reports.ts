import { Migration } from '@mikro-orm/migrations';

/** The report of a dataset, which was kept in one browser before. */
export class Migration20261208000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "report" ("id" uuid not null, "dataset_id" uuid not null,
        "revision" int not null, "title" text not null, "introduction" text not null,
        "items" jsonb not null, "language" smallint not null, "changed_at" timestamptz not null,
        primary key ("id"))`,
    );
    this.addSql(
      `alter table "report" add constraint "report_dataset_id_unique" unique ("dataset_id")`,
    );
    this.addSql(
      `alter table "report" add constraint "report_dataset_id_foreign" foreign key ("dataset_id")
        references "dataset" ("id") on delete cascade`,
    );
  }
}
