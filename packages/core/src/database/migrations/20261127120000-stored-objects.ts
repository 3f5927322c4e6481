import { Migration } from '@mikro-orm/migrations';

/**
 * Everything that is stored counts; descriptions are files; work that is done once at a time;
 * upload links end with what asked for them.
 */
export class Migration20261127120000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "dataset_version" add column "derived_bytes" bigint not null default '0',
        add column "profile_key" text null, alter column "profile" drop not null`,
    );
    // Sizes of files in the store are not known here: about a third of the text, as measured, and
    // what lies in this table.
    this.addSql(
      `update "dataset_version" set "derived_bytes" = ceil("file_size" * 0.3) + octet_length("profile"::text)`,
    );
    this.addSql(
      `update "dataset" d set "stored_bytes" = coalesce((select sum(o.file_size) from (select distinct original_key,
        file_size from "dataset_version" where dataset_id = d.id) as o), 0)
         + coalesce((select sum(v.derived_bytes) from "dataset_version" v where
           v.dataset_id = d.id), 0) where d.status <> 'pending'`,
    );
    this.addSql(
      `create table "lease" ("subject" text not null, "holder" uuid not null,
        "until" timestamptz not null, primary key ("subject"))`,
    );
    this.addSql(`alter table "upload_link" add column "credential" text null`);
  }
}
