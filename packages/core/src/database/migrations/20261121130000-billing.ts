import { Migration } from '@mikro-orm/migrations';

/** What Stripe says of a user's subscription, and the events that were taken. */
export class Migration20261121130000 extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" add column "stripe_customer_id" text null`);
    this.addSql(
      'alter table "user_account" add constraint "user_account_stripe_customer_id_unique" ' +
        'unique ("stripe_customer_id")',
    );
    this.addSql(`alter table "user_account" add column "stripe_subscription_id" text null`);
    this.addSql(`alter table "user_account" add column "subscription_status" text null`);
    this.addSql(`alter table "user_account" add column "period_ends_at" timestamptz null`);
    this.addSql(
      `alter table "user_account" add column "cancel_at_period_end" boolean not null default false`,
    );
    this.addSql(`alter table "user_account" add column "billing_revision" int not null default 0`);
    this.addSql(`alter table "user_account" add column "billing_read_at" timestamptz null`);
    this.addSql(
      `create table "stripe_event" ("id" text not null, "type" text not null,
        "customer_id" text null, "received_at" timestamptz not null, "applied_at" timestamptz null,
        primary key ("id"))`,
    );
    this.addSql(`create index "stripe_event_received_at_index" on "stripe_event" ("received_at")`);
  }
}
