import { z } from 'zod';

export const datasetId = z
  .uuid({ error: 'A dataset id is a UUID; list the datasets to find it.' })
  .describe('Dataset id.');
