import { operations } from '@columnist/contract';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fence, visibleJson } from './fence.ts';
import { fitAnswer } from './fit-answer.ts';

const files =
  'sales orders Q1 2024.csv; customer master.csv; web events june.csv; hr employees 2025.csv; ' +
  'trial visits baseline.csv; sensor readings hall A.csv; survey responses wave 3.csv; ' +
  'inventory stock levels.xlsx; invoices open.csv; marketing campaigns.csv; support tickets.csv; ' +
  'shipping manifests.csv; loan applications.parquet; clinic lab results.csv; school grades.csv; ' +
  'energy meters.csv; crop yields.csv; flight delays.csv; property listings.csv; machine log.json';
const names =
  'record_id created_at updated_at customer_id region country_code product_category unit_price ' +
  'quantity_ordered discount_rate net_revenue tax_amount payment_method shipping_address_city ' +
  'delivery_date order_status sales_channel campaign_source referral_code customer_segment ' +
  'loyalty_points average_basket_value number_of_returns last_login_at satisfaction_score ' +
  'email_opt_in account_manager contract_start_date monthly_recurring_revenue churn_probability';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const column = (name: string) => ({
  name,
  type: 'number',
  storage: 'DOUBLE',
  missing: 4,
  distinct: 310,
  low: 0,
  high: 99.5,
  picture: null,
});
/** An id in the form of UUIDs of version 7. */
const idOf = (hash: string): string =>
  `01a22706-${hash.slice(0, 4)}-7${hash.slice(4, 7)}-a${hash.slice(7, 10)}-${hash.slice(10, 22)}`;
const items = files.split('; ').map((name, i) => {
  const hash = sha256(name);
  return {
    id: idOf(hash),
    name,
    created_at: `2026-11-${i + 10}T11:17:26.109Z`,
    file_size: 1_203_411 + 7919 * i,
    row_count: 10_060 + 613 * i,
    column_count: 30,
    columns: names.split(' ').slice(0, 24).map(column),
    sha256: hash,
    version: 1,
    status: 'ready',
    dialect: { encoding: 'utf-8', delimiter: ',' },
    admission: { rows_read: 10_060, notes: [] },
  };
});

test('a list of 20 datasets with 30 columns each costs at most 1,500 tokens', async () => {
  const answer = await fitAnswer(
    { items, total: 20, next_cursor: null },
    'concise',
    {},
    { operation: operations.datasets.list, given: {} },
  );
  expect(answer).toMatchObject({
    cut: { lists: [{ field: 'items.columns', shown: 100, of: 600 }] },
    next: expect.stringMatching(/^get_dataset gives all columns/),
  });
  expect(countTokens(visibleJson(answer)) + countTokens(fence)).toBeLessThanOrEqual(1500);
});
