import { openApiDocument } from '@columnist/api';
import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * Writes the OpenAPI document as a production server answers it, for the tools that check it:
 * `dist/openapi.json`.
 */
mkdirSync('dist', { recursive: true });
writeFileSync(
  'dist/openapi.json',
  `${JSON.stringify(openApiDocument('https://columnist.example', '1.0.0'), null, 2)}\n`,
);
