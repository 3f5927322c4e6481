export type { DuckDBConnection as Connection } from '@duckdb/node-api';
