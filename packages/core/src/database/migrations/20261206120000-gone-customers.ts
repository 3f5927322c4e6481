import { Migration } from '@mikro-orm/migrations';

/** Customers at the payment provider whose account was deleted: nothing may be paid there any more. */
export class Migration20261206120000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "gone_customer" ("id" text not null, "gone_at" timestamptz not null,
       "read_at" timestamptz null, primary key ("id"))`,
    );
  }
}
