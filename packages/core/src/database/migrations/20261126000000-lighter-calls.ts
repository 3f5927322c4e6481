import { Migration } from '@mikro-orm/migrations';

/** What every program call writes. */
export class Migration20261126000000 extends Migration {
  override up(): void {
    // Counts of one minute need not outlive a crash: unlogged, they cost no write to the disk.
    this.addSql('alter table "rate_window" set unlogged');
    // Each note would lock the row of its user, for whom calls run side by side.
    this.addSql('alter table "agent_call" drop constraint "agent_call_user_id_foreign"');
  }
}
